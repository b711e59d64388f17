import { createStageAccounts } from '../../accounts/account-store.ts';
import { requireKey, rotated } from '../../accounts/changes.ts';
import type { RotatedKey } from '../../accounts/responses.ts';
import { keyView } from '../../accounts/view.ts';
import { readSettings } from '../../environment/environment.ts';
import { createAccountKey } from '../../keys/format.ts';
import { accountBodyEndpoint, requestedKeyId } from '../../request/account-endpoint.ts';
import { needs, request } from './endpoint.ts';

const settings = readSettings(needs, process.env);
const { ACCOUNTS, STAGE } = settings;
const accounts = createStageAccounts(settings);

export const handler = accountBodyEndpoint(
  request,
  async ({ grace_seconds }, call) => {
    const old = requestedKeyId(call);
    const { key, id, stored } = createAccountKey(STAGE, call.ref.id);
    const rotation = { ...stored, graceMs: grace_seconds * 1000 };
    const account = await accounts.change(
      call.ref,
      { change: 'rotate', key: old, successor: id },
      (seen, now) => rotated(seen, old, rotation, ACCOUNTS, now),
    );
    const now = Date.now();
    return {
      key,
      item: keyView(account, requireKey(account, id), now),
      predecessor: keyView(account, requireKey(account, old), now),
    } satisfies RotatedKey;
  },
  201,
);
