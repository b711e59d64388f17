import { createStageAccounts } from '../../accounts/account-store.ts';
import { requireKey, storedTime, withKey } from '../../accounts/changes.ts';
import type { FreshKey } from '../../accounts/responses.ts';
import { keyView } from '../../accounts/view.ts';
import { readSettings } from '../../environment/environment.ts';
import { createAccountKey } from '../../keys/format.ts';
import { dayMs } from '../../quota/window.ts';
import { accountBodyEndpoint } from '../../request/account-endpoint.ts';
import { needs, request } from './endpoint.ts';

const settings = readSettings(needs, process.env);
const { ACCOUNTS, STAGE } = settings;
const accounts = createStageAccounts(settings);

export const handler = accountBodyEndpoint(
  request,
  async ({ name, expires_in_days: days }, { ref }) => {
    const { key, id, stored } = createAccountKey(STAGE, ref.id);
    const account = await accounts.change(ref, { change: 'create', key: id }, (seen, now) => {
      const expires_at = days === null ? {} : { expires_at: storedTime(now + days * dayMs) };
      return withKey(seen, { ...stored, name, ...expires_at }, ACCOUNTS, now);
    });
    return { key, item: keyView(account, requireKey(account, id), Date.now()) } satisfies FreshKey;
  },
  201,
);
