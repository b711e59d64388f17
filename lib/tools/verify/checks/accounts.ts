/** The dashboard's endpoints exist where a stage has accounts, and require a token. */
import { endpoints, routeKey } from '../../../settings/endpoints.ts';
import { dashboardPath } from '../../../settings/sign-in.ts';
import { type Check, expectMatch, expectSame, inCase, Skipped, type Target } from '../check.ts';
import { ask } from '../exchange.ts';

const requireAccounts = ({ stage }: Target): void => {
  if (stage.keys.policy !== 'issued') throw new Skipped('the stage has no accounts');
};

export const accountChecks: readonly Check[] = [
  {
    name: "the dashboard's endpoints answer 401 without an access token",
    run: async (target) => {
      requireAccounts(target);
      for (const endpoint of endpoints.filter(({ access }) => access === 'account')) {
        for (const headers of [{}, { Authorization: 'Bearer no.access.token' }]) {
          await inCase(routeKey(endpoint), async () => {
            const path = endpoint.path.replace('{id}', '00000000000-00000000');
            const answer = await ask(target, { method: endpoint.method, path, headers });
            expectSame('status', answer.status, 401);
            expectSame('the body', answer.json, { message: 'Unauthorized' });
          });
        }
      }
    },
  },
  {
    name: 'the dashboard says where to sign in',
    run: async (target) => {
      requireAccounts(target);
      const { text } = await ask(target, { method: 'GET', path: dashboardPath });
      expectMatch('the client', text, /data-client-id="[^"{]+"/);
      const [, issuer] = expectMatch('the issuer', text, /data-issuer="(https?:[^"]+)"/);
      return `at ${issuer}`;
    },
  },
];
