import { accountBodyEndpoint } from './account-endpoint.ts';
import { keyView } from './accounts/account-view.ts';
import { accountKey, withKey } from './accounts/changes.ts';
import { newKey } from './accounts/new-key.ts';
import { newKeyRequest } from './accounts/requests.ts';
import { stageAccounts } from './accounts/stage-accounts.ts';
import { storedTime } from './accounts/times.ts';
import type { FreshKey } from './accounts/views.ts';
import { readAccountSettings } from './settings/account-settings.ts';

const { ACCOUNTS, STAGE } = readAccountSettings(process.env, ['ACCOUNTS', 'STAGE']);
const accounts = stageAccounts();

const dayMs = 86_400_000;

/** `POST /account/keys`: creates a key, and shows it this once. */
export const handler = accountBodyEndpoint(
  newKeyRequest,
  async ({ name, expires_in_days: days }, { ref }) => {
    const { key, id, stored } = newKey(STAGE, ref.id);
    const account = await accounts.change(ref, { change: 'create', key: id }, (seen, now) => {
      const expires_at = days === null ? {} : { expires_at: storedTime(now + days * dayMs) };
      return withKey(seen, { ...stored, name, ...expires_at }, ACCOUNTS, now);
    });
    return { key, item: keyView(account, accountKey(account, id), Date.now()) } satisfies FreshKey;
  },
  201,
);
