import { accountBodyEndpoint, keyIdOf } from './account-endpoint.ts';
import { keyView } from './accounts/account-view.ts';
import { accountKey, rotated } from './accounts/changes.ts';
import { newKey } from './accounts/new-key.ts';
import { rotateRequest } from './accounts/requests.ts';
import { stageAccounts } from './accounts/stage-accounts.ts';
import type { RotatedKey } from './accounts/views.ts';
import { readAccountSettings } from './settings/account-settings.ts';

const { ACCOUNTS, STAGE } = readAccountSettings(process.env, ['ACCOUNTS', 'STAGE']);
const accounts = stageAccounts();

/** `POST /account/keys/{id}/rotate`: replaces a key, which stays active for a grace period. */
export const handler = accountBodyEndpoint(
  rotateRequest,
  async ({ grace_seconds }, request) => {
    const old = keyIdOf(request);
    const { key, id, stored } = newKey(STAGE, request.ref.id);
    const rotation = { ...stored, graceMs: grace_seconds * 1000 };
    const account = await accounts.change(
      request.ref,
      { change: 'rotate', key: old, successor: id },
      (seen, now) => rotated(seen, old, rotation, ACCOUNTS, now),
    );
    const now = Date.now();
    return {
      key,
      item: keyView(account, accountKey(account, id), now),
      predecessor: keyView(account, accountKey(account, old), now),
    } satisfies RotatedKey;
  },
  201,
);
