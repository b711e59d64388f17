import { createStageAccounts } from '../../accounts/account-store.ts';
import { requireKey, revoked } from '../../accounts/changes.ts';
import { keyView } from '../../accounts/view.ts';
import { readSettings } from '../../environment/environment.ts';
import { accountEndpoint, requestedKeyId } from '../../request/account-endpoint.ts';
import { needs } from './endpoint.ts';

const accounts = createStageAccounts(readSettings(needs, process.env));

export const handler = accountEndpoint(async (request) => {
  const key = requestedKeyId(request);
  const account = await accounts.change(request.ref, { change: 'revoke', key }, (seen, now) =>
    revoked(seen, key, now),
  );
  return keyView(account, requireKey(account, key), Date.now());
});
