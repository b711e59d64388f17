import { accountEndpoint } from './account-endpoint.ts';
import { accountAccess } from './accounts/account-access.ts';
import { deleted } from './accounts/changes.ts';
import { signInRemover } from './aws/user-pool.ts';
import { httpError } from './http/http-error.ts';
import { readAccountSettings } from './settings/account-settings.ts';

const { USER_POOL } = readAccountSettings(process.env, ['USER_POOL']);
const { accounts } = accountAccess();
const removeSignIn = signInRemover(USER_POOL);

/**
 * `DELETE /account`: revokes the account's keys, forgets its address and their names, then removes the
 * sign-in. Where that fails halfway, the same call goes on.
 */
export const handler = accountEndpoint(async ({ id }) => {
  if (await accounts.read(id)) {
    const { pending } = await accounts.change(id, deleted);
    if (pending.length > 0) throw unfinished('not all of its keys are revoked');
  }
  await removeSignIn(id).catch((cause: unknown) => {
    throw unfinished('its sign-in is not removed', cause);
  });
}, 204);

const unfinished = (whatIsLeft: string, cause?: unknown) =>
  httpError(503, `The account is deleted, but ${whatIsLeft} yet. Delete it again in 2 s.`, {
    headers: { 'Retry-After': '2' },
    cause,
  });
