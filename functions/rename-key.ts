import { accountBodyEndpoint, keyIdOf } from './account-endpoint.ts';
import { accountAccess } from './accounts/account-access.ts';
import { keyView } from './accounts/account-view.ts';
import { renamed } from './accounts/changes.ts';
import { renameRequest } from './accounts/requests.ts';
import { readAccountSettings } from './settings/account-settings.ts';

const { ACCOUNTS } = readAccountSettings(process.env, ['ACCOUNTS']);
const { accounts } = accountAccess();

/** `PATCH /account/keys/{id}`: gives a key another name. */
export const handler = accountBodyEndpoint(renameRequest, async ({ name }, request) => {
  const key = keyIdOf(request);
  const account = await accounts.change(request.id, (account, now) =>
    renamed(account, key, name, ACCOUNTS, now),
  );
  return keyView(account, key, Date.now());
});
