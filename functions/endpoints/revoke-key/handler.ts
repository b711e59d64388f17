import { stageAccounts } from '../../accounts/account-store.ts';
import { accountKey, revoked } from '../../accounts/changes.ts';
import { keyView } from '../../accounts/view.ts';
import { accountEndpoint, keyIdOf } from '../../request/account-endpoint.ts';
import { readSettings } from '../../settings/needs.ts';
import { needs } from './endpoint.ts';

const accounts = stageAccounts(readSettings(needs, process.env));

export const handler = accountEndpoint(async (request) => {
  const key = keyIdOf(request);
  const account = await accounts.change(request.ref, { change: 'revoke', key }, (seen, now) =>
    revoked(seen, key, now),
  );
  return keyView(account, accountKey(account, key), Date.now());
});
