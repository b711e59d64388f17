/** What the operator's tool shows of keys. */
import { type KeyRecord, type KeyState, keyState } from '../../functions/keys/key-record.ts';
import type { Plan } from '../../functions/quota/window.ts';
import { seconds, tableText } from '../operator/text.ts';
import { type Issuer, isOfIssuer } from './issuer.ts';

/** A key as it is listed; what does not apply is `null`. */
export interface ListedKey {
  readonly id: string;
  /** Whose it is: in the operator's words, or the address of an account, or its id where that is all there is. */
  readonly owner: string;
  /** The id of the account that it is a key of. */
  readonly account: string | null;
  readonly plan: string;
  readonly created_at: string;
  readonly expires_at: string | null;
  readonly changed_at: string;
  readonly revoked_at: string | null;
  readonly suspended_at: string | null;
  /** The id of the key that was issued in its place. */
  readonly successor: string | null;
  /** The fingerprint of the secret that tagged the key. */
  readonly issuer: string | null;
  readonly status: KeyStatus;
}

/**
 * How a key stands. Of the keys that are neither expired nor revoked,
 *
 * - `suspended` are those of a suspended account: they are answered 401,
 * - `no_issuer` are those of a stage whose issuer's secret is lost: functions that start anew answer 503,
 * - `other_issuer` those that were tagged under another secret than the stage's: they are answered 401,
 * - `no_plan` those whose plan is not among the stage's: they are answered 503.
 */
export type KeyStatus = KeyState | 'suspended' | 'no_issuer' | 'other_issuer' | 'no_plan';

/** What a key is judged by, beside its record. */
export interface ListContext {
  readonly plans: readonly Plan[];
  readonly issuer: Issuer | undefined;
  /** The addresses of accounts by their ids, as far as they are known. */
  readonly addresses: ReadonlyMap<string, string>;
  /** In milliseconds since the epoch. */
  readonly now: number;
}

/** A record without the revocation that lasts as long as its account is suspended. */
const itself = (record: KeyRecord): KeyRecord => {
  const { revoked_at, ...rest } = record;
  return revoked_at === record.suspended_at ? rest : record;
};

const statusOf = (record: KeyRecord, { plans, issuer, now }: ListContext): KeyStatus => {
  const state = keyState(itself(record), now);
  if (state !== 'active') return state;
  if (record.suspended_at !== undefined) return 'suspended';
  if (issuer === undefined) return 'no_issuer';
  if (!isOfIssuer(record, issuer)) return 'other_issuer';
  return plans.some(({ name }) => name === record.plan) ? 'active' : 'no_plan';
};

/** Whose a key is, as far as it is known. */
const ownerOf = (record: KeyRecord, { addresses }: ListContext): string =>
  record.account === undefined ? record.owner : (addresses.get(record.account) ?? record.account);

/** A record as it is listed. */
export const listed = (record: KeyRecord, circumstances: ListContext): ListedKey => {
  const { id, plan, created_at, expires_at, changed_at, suspended_at, successor, issuer } = record;
  return {
    id,
    owner: ownerOf(record, circumstances),
    account: record.account ?? null,
    plan,
    created_at,
    expires_at: expires_at ?? null,
    changed_at,
    revoked_at: itself(record).revoked_at ?? null,
    suspended_at: suspended_at ?? null,
    successor: successor ?? null,
    issuer: issuer ?? null,
    status: statusOf(record, circumstances),
  };
};

/** A table of keys, one per line. */
export const keyTableText = (keys: readonly ListedKey[]): string =>
  tableText([
    ['ID', 'OWNER', 'PLAN', 'CREATED', 'EXPIRES', 'CHANGED', 'STATUS'],
    ...keys.map((key) => [
      key.id,
      key.owner,
      key.plan,
      seconds(key.created_at),
      key.expires_at === null ? 'never' : seconds(key.expires_at),
      seconds(key.changed_at),
      key.status,
    ]),
  ]);
