import { accountBodyEndpoint, keyIdOf } from './account-endpoint.ts';
import { accountAccess } from './accounts/account-access.ts';
import { keyView } from './accounts/account-view.ts';
import { rotated } from './accounts/changes.ts';
import { keyMaker } from './accounts/key-maker.ts';
import { rotateRequest } from './accounts/requests.ts';
import type { RotatedKey } from './accounts/views.ts';
import { readAccountSettings } from './settings/account-settings.ts';

const { ACCOUNTS } = readAccountSettings(process.env, ['ACCOUNTS']);
const access = accountAccess();
const makeKey = keyMaker(access);

/** `POST /account/keys/{id}/rotate`: makes a key in another's place, which lives on for a grace. */
export const handler = accountBodyEndpoint(
  rotateRequest,
  async ({ grace_seconds }, request) => {
    const old = keyIdOf(request);
    const { key, facts } = await makeKey();
    const account = await access.accounts.change(request.id, (account, now) =>
      rotated(account, old, { key: facts, graceMs: grace_seconds * 1000 }, ACCOUNTS, now),
    );
    const now = Date.now();
    return {
      key,
      item: keyView(account, facts.id, now),
      predecessor: keyView(account, old, now),
    } satisfies RotatedKey;
  },
  201,
);
