import { deleted } from '../../accounts/changes.ts';
import { stageAccounts } from '../../accounts/stage-accounts.ts';
import { userPool } from '../../aws/user-pool.ts';
import { accountEndpoint } from '../../handlers/account.ts';
import { httpError } from '../../http/http-error.ts';
import { readAccountSettings } from '../../settings/account-settings.ts';

const { USER_POOL } = readAccountSettings(process.env, ['USER_POOL']);
const accounts = stageAccounts();
const users = userPool(USER_POOL);

export const handler = accountEndpoint(async ({ ref }) => {
  const { suspended_at } = await accounts.put(ref, { change: 'delete' }, (seen, now) =>
    deleted(ref, seen, now),
  );
  const sub = String(ref.sub);
  await (suspended_at ? users.disable(sub) : users.remove(sub)).catch((cause: unknown) => {
    throw httpError(503, 'The account was deleted, but not its sign-in. Try again in 2 s.', {
      headers: { 'Retry-After': '2' },
      cause,
    });
  });
}, 204);
