import { stageAccounts } from '../../accounts/account-store.ts';
import { accountKey, renamed } from '../../accounts/changes.ts';
import { keyView } from '../../accounts/view.ts';
import { accountBodyEndpoint, keyIdOf } from '../../request/account-endpoint.ts';
import { readSettings } from '../../settings/needs.ts';
import { needs, request } from './endpoint.ts';

const settings = readSettings(needs, process.env);
const { ACCOUNTS } = settings;
const accounts = stageAccounts(settings);

export const handler = accountBodyEndpoint(request, async ({ name }, call) => {
  const key = keyIdOf(call);
  const account = await accounts.change(call.ref, { change: 'rename', key }, (seen, now) =>
    renamed(seen, key, name, ACCOUNTS, now),
  );
  return keyView(account, accountKey(account, key), Date.now());
});
