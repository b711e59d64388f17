import { stageAccounts } from '../../accounts/account-store.ts';
import { accountKey, storedTime, withKey } from '../../accounts/changes.ts';
import type { FreshKey } from '../../accounts/responses.ts';
import { keyView } from '../../accounts/view.ts';
import { newAccountKey } from '../../keys/format.ts';
import { dayMs } from '../../quota/window.ts';
import { accountBodyEndpoint } from '../../request/account-endpoint.ts';
import { readSettings } from '../../settings/needs.ts';
import { needs, request } from './endpoint.ts';

const settings = readSettings(needs, process.env);
const { ACCOUNTS, STAGE } = settings;
const accounts = stageAccounts(settings);

export const handler = accountBodyEndpoint(
  request,
  async ({ name, expires_in_days: days }, { ref }) => {
    const { key, id, stored } = newAccountKey(STAGE, ref.id);
    const account = await accounts.change(ref, { change: 'create', key: id }, (seen, now) => {
      const expires_at = days === null ? {} : { expires_at: storedTime(now + days * dayMs) };
      return withKey(seen, { ...stored, name, ...expires_at }, ACCOUNTS, now);
    });
    return { key, item: keyView(account, accountKey(account, id), Date.now()) } satisfies FreshKey;
  },
  201,
);
