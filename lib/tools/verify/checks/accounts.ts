/** The dashboard's endpoints exist where a stage has accounts, and require a token. */
import { endpoints, routeKey } from '../../../settings/endpoints.ts';
import { dashboardPath } from '../../../settings/sign-in.ts';
import type { Stage } from '../../../settings/stages.ts';
import { type Check, expectMatch, expectSame, inCase, open } from '../check.ts';
import { ask } from '../exchange.ts';

const hasAccounts = ({ keys }: Stage): boolean => keys.policy === 'issued';

export const accountChecks: readonly Check[] = [
  open({
    name: "the dashboard's endpoints answer 401 without an access token",
    appliesTo: hasAccounts,
    run: async (target) => {
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
      return undefined;
    },
  }),
  open({
    name: 'the dashboard says where to sign in',
    appliesTo: hasAccounts,
    run: async (target) => {
      const { text } = await ask(target, { method: 'GET', path: dashboardPath });
      expectMatch('the client', text, /data-client-id="[^"{]+"/);
      const [, issuer] = expectMatch('the issuer', text, /data-issuer="(https?:[^"]+)"/);
      return `at ${issuer}`;
    },
  }),
];
