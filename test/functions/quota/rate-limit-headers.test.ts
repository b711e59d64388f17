import { expect, test } from '@jest/globals';
import { quotaHeaders } from '../../../functions/quota/rate-limit-headers.ts';

test("a quota's headers, the specification's and the draft's", () => {
  const plan = { name: 'demo', limit: 30, windowSeconds: 60 };
  expect(quotaHeaders({ plan, remaining: 29, resetsInSeconds: 41 })).toEqual({
    'X-RateLimit-Limit': '30',
    'X-RateLimit-Remaining': '29',
    'X-RateLimit-Reset': '41',
    'RateLimit-Policy': '"demo";q=30;w=60',
    RateLimit: '"demo";r=29;t=41',
  });
});
