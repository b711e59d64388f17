import { stageAccounts } from '../../accounts/account-store.ts';
import { accountKey, rotated } from '../../accounts/changes.ts';
import type { RotatedKey } from '../../accounts/responses.ts';
import { keyView } from '../../accounts/view.ts';
import { newAccountKey } from '../../keys/format.ts';
import { accountBodyEndpoint, keyIdOf } from '../../request/account-endpoint.ts';
import { readSettings } from '../../settings/needs.ts';
import { needs, request } from './endpoint.ts';

const settings = readSettings(needs, process.env);
const { ACCOUNTS, STAGE } = settings;
const accounts = stageAccounts(settings);

export const handler = accountBodyEndpoint(
  request,
  async ({ grace_seconds }, call) => {
    const old = keyIdOf(call);
    const { key, id, stored } = newAccountKey(STAGE, call.ref.id);
    const rotation = { ...stored, graceMs: grace_seconds * 1000 };
    const account = await accounts.change(
      call.ref,
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
