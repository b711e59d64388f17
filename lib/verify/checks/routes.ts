/** What is outside the contract: paths and methods that there are not. */
import { dashboardPath } from '../../settings/sign-in.ts';
import { type Check, open } from '../check.ts';
import { faults } from '../conformance.ts';
import { ask } from '../exchange.ts';
import { expectSame, inCase } from '../expect.ts';
import { expectNoQuota } from '../shown-quota.ts';

const unknown = [
  ['GET', '/v1/shout'],
  ['PUT', '/v1/shout'],
  ['DELETE', '/v1/scream'],
  ['PATCH', '/v1/whisper'],
  ['POST', '/v1/health'],
  ['POST', '/v1/rate-limits'],
  ['HEAD', '/v1/shout'],
  ['HEAD', '/v1/rate-limits'],
  ['POST', '/'],
  ['POST', '/docs'],
  ['GET', '/assets'],
  ['GET', '/assets/icon.svg'],
  ['GET', '/assets/more/icon.svg'],
  ['GET', '/v1'],
  ['POST', '/shout'],
  ['POST', '/v2/shout'],
  ['POST', '/v1/SHOUT'],
  ['POST', '/v1/shout/more'],
  ['POST', '/v1/emphasise'],
  ['GET', '/v1/health.json'],
  ['GET', '/v1/__proto__'],
] as const;

const accountRoutes = [
  ['GET', '/account'],
  ['POST', '/account/keys'],
  ['GET', `${dashboardPath}/sign-in.json`],
] as const;

export const routeChecks: readonly Check[] = [
  open({
    name: 'unknown paths, and known ones with another method, are answered 404',
    run: async (target) => {
      const { policy } = target.stage.keys;
      for (const [method, path] of [...unknown, ...(policy === 'demo' ? accountRoutes : [])]) {
        await inCase(`${method} ${path}`, async () => {
          const sent = { method, path };
          const answer = await ask(target, sent);
          expectSame('what is not as described', faults(sent, answer), []);
          expectNoQuota(answer);
        });
      }
      return undefined;
    },
  }),
];
