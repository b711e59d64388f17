import type { AccountKeyRecord } from '../keys/key-record.ts';
import type { Account, AccountKey } from './account.ts';

/** The record that follows from an account for one of its keys: while it is suspended, none is accepted. */
export const accountRecordOf = (
  { id, plan, changed_at, suspended_at }: Account,
  key: AccountKey,
): AccountKeyRecord => {
  const revoked_at = key.revoked_at ?? suspended_at;
  return {
    id: key.id,
    hash: key.hash,
    account: id,
    plan,
    issuer: key.issuer,
    created_at: key.created_at,
    changed_at,
    ...(key.expires_at && { expires_at: key.expires_at }),
    ...(revoked_at && { revoked_at }),
    ...(suspended_at && { suspended_at }),
    ...(key.successor && { successor: key.successor }),
  };
};
