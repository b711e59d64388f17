import { accountEndpoint, keyIdOf } from './account-endpoint.ts';
import { accountAccess } from './accounts/account-access.ts';
import { keyView } from './accounts/account-view.ts';
import { revoked } from './accounts/changes.ts';

const { accounts } = accountAccess();

/** `DELETE /account/keys/{id}`: revokes a key, for good. One that is revoked stays as it is. */
export const handler = accountEndpoint(async (request) => {
  const key = keyIdOf(request);
  const account = await accounts.change(request.id, (account, now) => revoked(account, key, now));
  return keyView(account, key, Date.now());
});
