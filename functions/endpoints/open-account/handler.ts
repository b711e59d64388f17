import { createStageAccounts } from '../../accounts/account-store.ts';
import { newAccount, requireAccount, withEmail } from '../../accounts/changes.ts';
import { createAddressReader, isTokenRefused } from '../../accounts/user-info.ts';
import { accountView } from '../../accounts/view.ts';
import { readSettings } from '../../environment/environment.ts';
import { logFault } from '../../faults/fault.ts';
import { accountEndpoint } from '../../request/account-endpoint.ts';
import { HttpError } from '../../request/errors.ts';
import { headerValue } from '../../request/headers.ts';
import { needs } from './endpoint.ts';

const settings = readSettings(needs, process.env);
const accounts = createStageAccounts(settings);
const readVerifiedAddress = createAddressReader(settings.SIGN_IN_ISSUER);

export const handler = accountEndpoint(async ({ ref, event }) => {
  const seen = await accounts.read(ref);
  const existing = seen && requireAccount(seen);
  const token = headerValue(event.headers, 'authorization') ?? '';
  const email = await readVerifiedAddress(token, ref.sub).catch((fault: unknown) => {
    if (isTokenRefused(fault)) throw signInExpired(fault);
    if (!existing) throw fault;
    logFault(fault);
  });
  if (existing && (email === undefined || email === existing.email))
    return accountView(existing, settings);
  if (email === undefined) {
    const detail = 'Your sign-in has no verified e-mail address. Verify one, then sign in again.';
    throw new HttpError(403, detail);
  }
  const account = await accounts.put(
    ref,
    { change: existing ? 'update address' : 'open' },
    (current, now) =>
      current
        ? withEmail(requireAccount(current), email, now)
        : newAccount({ ...ref, email, plan: settings.ACCOUNTS.firstPlan }, now),
  );
  return accountView(account, settings);
});

const signInExpired = (cause: unknown) =>
  new HttpError(401, 'Your sign-in has expired. Sign in again.', {
    headers: { 'WWW-Authenticate': 'Bearer error="invalid_token"' },
    cause,
  });
