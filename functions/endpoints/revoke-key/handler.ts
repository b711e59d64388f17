import { keyView } from '../../accounts/account-view.ts';
import { accountKey, revoked } from '../../accounts/changes.ts';
import { stageAccounts } from '../../accounts/stage-accounts.ts';
import { accountEndpoint, keyIdOf } from '../../handlers/account.ts';

const accounts = stageAccounts();

export const handler = accountEndpoint(async (request) => {
  const key = keyIdOf(request);
  const account = await accounts.change(request.ref, { change: 'revoke', key }, (seen, now) =>
    revoked(seen, key, now),
  );
  return keyView(account, accountKey(account, key), Date.now());
});
