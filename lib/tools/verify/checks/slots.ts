/** What takes a slot of the key's window, and what does not. */
import { apiEndpoints } from '../../../settings/endpoints.ts';
import { askQuota, bodies, countedPaths, goodBody, post, shownQuota } from '../calls.ts';
import { type Check, expectSame, inCase } from '../check.ts';
import { ask, type Sent } from '../exchange.ts';

const takesSlots = (path: string): Check => ({
  name: `POST ${path} takes one slot for any body, and shows what is left`,
  slots: bodies.length,
  run: async (target) => {
    let { remaining } = await askQuota(target);
    for (const [name, body, status] of bodies) {
      await inCase(name, async () => {
        const answer = await post(target, path, body);
        expectSame('status', answer.status, status);
        remaining -= 1;
        expectSame('X-RateLimit-Remaining', shownQuota(answer).remaining, remaining);
        expectSame('Retry-After', answer.headers['retry-after'], undefined);
      });
    }
    expectSame('what rate-limits says is left', (await askQuota(target)).remaining, remaining);
  },
});

/** Requests that take no slot. */
const free: readonly Sent[] = [
  ...apiEndpoints
    .filter(({ access }) => access !== 'counted')
    .map(({ method, path }) => ({ method, path })),
  { method: 'GET', path: '/v1/rate-limits?x=1&x=2', body: 'not JSON' },
  { method: 'GET', path: '/v1/shout' },
  { method: 'GET', path: '/docs' },
  { path: '/v1/emphasise', body: goodBody },
  {
    method: 'OPTIONS',
    path: '/v1/shout',
    headers: { Origin: 'https://example.com', 'Access-Control-Request-Method': 'POST' },
  },
];

const takesNone: Check = {
  name: 'GET /v1/rate-limits and what is not counted take no slot',
  slots: 0,
  run: async (target) => {
    const { remaining } = await askQuota(target);
    for (const sent of free) {
      const headers = { ...sent.headers, 'X-API-Key': target.key };
      await ask(target, { ...sent, headers });
      const name = `left after ${sent.method ?? 'POST'} ${sent.path}`;
      expectSame(name, (await askQuota(target)).remaining, remaining);
    }
  },
};

export const slotChecks: readonly Check[] = [takesNone, ...countedPaths.map(takesSlots)];
