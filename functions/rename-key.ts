import { accountBodyEndpoint, keyIdOf } from './account-endpoint.ts';
import { keyView } from './accounts/account-view.ts';
import { accountKey, renamed } from './accounts/changes.ts';
import { renameRequest } from './accounts/requests.ts';
import { stageAccounts } from './accounts/stage-accounts.ts';
import { readAccountSettings } from './settings/account-settings.ts';

const { ACCOUNTS } = readAccountSettings(process.env, ['ACCOUNTS']);
const accounts = stageAccounts();

/** `PATCH /account/keys/{id}`: renames a key. */
export const handler = accountBodyEndpoint(renameRequest, async ({ name }, request) => {
  const key = keyIdOf(request);
  const account = await accounts.change(request.ref, { change: 'rename', key }, (seen, now) =>
    renamed(seen, key, name, ACCOUNTS, now),
  );
  return keyView(account, accountKey(account, key), Date.now());
});
