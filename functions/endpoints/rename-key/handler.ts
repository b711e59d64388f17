import { keyView } from '../../accounts/account-view.ts';
import { accountKey, renamed } from '../../accounts/changes.ts';
import { stageAccounts } from '../../accounts/stage-accounts.ts';
import { accountBodyEndpoint, keyIdOf } from '../../handlers/account.ts';
import { readSettings } from '../../settings/settings.ts';
import { needs, request } from './endpoint.ts';

const { ACCOUNTS } = readSettings(process.env, needs.settings);
const accounts = stageAccounts();

export const handler = accountBodyEndpoint(request, async ({ name }, call) => {
  const key = keyIdOf(call);
  const account = await accounts.change(call.ref, { change: 'rename', key }, (seen, now) =>
    renamed(seen, key, name, ACCOUNTS, now),
  );
  return keyView(account, accountKey(account, key), Date.now());
});
