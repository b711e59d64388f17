import { accountBodyEndpoint } from './account-endpoint.ts';
import { accountAccess } from './accounts/account-access.ts';
import { keyView } from './accounts/account-view.ts';
import { withKey } from './accounts/changes.ts';
import { keyMaker } from './accounts/key-maker.ts';
import { newKeyRequest } from './accounts/requests.ts';
import type { FreshKey } from './accounts/views.ts';
import { recordTime } from './keys/record-time.ts';
import { readAccountSettings } from './settings/account-settings.ts';

const { ACCOUNTS } = readAccountSettings(process.env, ['ACCOUNTS']);
const access = accountAccess();
const makeKey = keyMaker(access);

const dayMs = 86_400_000;

/** `POST /account/keys`: makes a key, and shows it this once. */
export const handler = accountBodyEndpoint(
  newKeyRequest,
  async ({ name, expires_in_days: days }, { id }) => {
    const { key, facts } = await makeKey();
    const account = await access.accounts.change(id, (account, now) => {
      const expires_at = days === null ? {} : { expires_at: recordTime(now + days * dayMs) };
      return withKey(account, { ...facts, name, ...expires_at }, ACCOUNTS, now);
    });
    return { key, item: keyView(account, facts.id, Date.now()) } satisfies FreshKey;
  },
  201,
);
