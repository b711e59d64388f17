import { expect, test } from '@jest/globals';
import * as v from 'valibot';
import { response, work } from '../../../../functions/endpoints/health/endpoint.ts';

test('it reports the version, which has three numbers', () => {
  expect(work('0.1.4')).toEqual({ status: 'ok', version: '0.1.4' });
  expect(v.is(response(), work('0.1'))).toBe(false);
});
