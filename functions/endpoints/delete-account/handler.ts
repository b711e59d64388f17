import { createStageAccounts } from '../../accounts/account-store.ts';
import { deleted } from '../../accounts/changes.ts';
import { createUserPool } from '../../aws/user-pool.ts';
import { readSettings } from '../../environment/environment.ts';
import { isDependencyFault } from '../../faults/fault.ts';
import { accountEndpoint } from '../../request/account-endpoint.ts';
import { tryAgainLater } from '../../request/errors.ts';
import { needs } from './endpoint.ts';

const settings = readSettings(needs, process.env);
const accounts = createStageAccounts(settings);
const users = createUserPool(settings.USER_POOL);

export const handler = accountEndpoint(async ({ ref }) => {
  const { suspended_at } = await accounts.put(ref, { change: 'delete' }, (seen, now) =>
    deleted(ref, seen, now),
  );
  await (suspended_at ? users.disable : users.remove)(ref.sub).catch((cause: unknown) => {
    if (!isDependencyFault(cause)) throw cause;
    throw tryAgainLater('The account was deleted, but not its sign-in.', cause);
  });
});
