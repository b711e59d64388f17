import { accountEndpoint } from './account-endpoint.ts';
import { accountAccess } from './accounts/account-access.ts';
import { accountViewer } from './accounts/account-viewer.ts';
import { newAccount, refuseDeleted, withEmail } from './accounts/changes.ts';
import { userInfo } from './accounts/user-info.ts';
import { headerValue } from './http/header-value.ts';
import { httpError } from './http/http-error.ts';
import { logFault } from './observability/log.ts';
import { readAccountSettings } from './settings/account-settings.ts';

const { ACCOUNTS, SIGN_IN_ISSUER } = readAccountSettings(process.env, [
  'ACCOUNTS',
  'SIGN_IN_ISSUER',
]);
const { accounts } = accountAccess();
const view = accountViewer();
const verifiedAddress = userInfo(SIGN_IN_ISSUER);

/**
 * `PUT /account`: makes the caller's account if there is none, and keeps its address current. Where the
 * sign-in does not tell a verified one, an account keeps the one that it has.
 */
export const handler = accountEndpoint(async ({ id, event }) => {
  const known = await accounts.read(id);
  if (known) refuseDeleted(known);
  const token = headerValue(event.headers, 'authorization') ?? '';
  const email = await verifiedAddress(token, id).catch((fault: unknown) => {
    if (!known) throw fault;
    logFault(fault);
  });
  if (email === undefined) {
    if (known) return view(known);
    throw httpError(
      403,
      'The address of this sign-in is not verified. Verify it, then sign in again.',
    );
  }
  const account = await accounts.put(id, (seen, now) =>
    seen ? withEmail(seen, email, now) : newAccount({ id, email, plan: ACCOUNTS.firstPlan }, now),
  );
  return view(account);
});
