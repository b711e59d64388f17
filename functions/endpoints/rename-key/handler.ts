import { createStageAccounts } from '../../accounts/account-store.ts';
import { renamed, requireKey } from '../../accounts/changes.ts';
import { keyView } from '../../accounts/view.ts';
import { readSettings } from '../../environment/environment.ts';
import { accountBodyEndpoint, requestedKeyId } from '../../request/account-endpoint.ts';
import { needs, request } from './endpoint.ts';

const settings = readSettings(needs, process.env);
const { ACCOUNTS } = settings;
const accounts = createStageAccounts(settings);

export const handler = accountBodyEndpoint(request, async ({ name }, call) => {
  const key = requestedKeyId(call);
  const account = await accounts.change(call.ref, { change: 'rename', key }, (seen, now) =>
    renamed(seen, key, name, ACCOUNTS, now),
  );
  return keyView(account, requireKey(account, key), Date.now());
});
