/** What the operator's tool shows of keys. */
import {
  holderOf,
  type KeyRecord,
  type KeyState,
  keyState,
} from '../../functions/keys/key-record.ts';
import type { Plan } from '../../functions/quota/window.ts';
import { seconds, tableText } from '../operator/text.ts';
import { type Issuer, isOfIssuer } from './issuer.ts';

/** A key as it is listed; what does not apply is `null`. */
export interface ListedKey {
  readonly id: string;
  /** Whose it is: the operator's words, or the id of an account. */
  readonly owner: string;
  readonly plan: string;
  readonly created_at: string;
  readonly expires_at: string | null;
  readonly changed_at: string;
  readonly revoked_at: string | null;
  /** The id of the key that was issued in its place. */
  readonly successor: string | null;
  /** The fingerprint of the secret that tagged the key. */
  readonly issuer: string | null;
  readonly status: KeyStatus;
}

/**
 * How a key stands. Of the keys that are neither expired nor revoked,
 *
 * - `no_issuer` are those of a stage whose issuer's secret is lost: functions that start anew answer 503,
 * - `other_issuer` those that were tagged under another secret than the stage's: they are answered 401,
 * - `no_plan` those whose plan is not among the stage's: they are answered 503.
 */
export type KeyStatus = KeyState | 'no_issuer' | 'other_issuer' | 'no_plan';

/** What a key is judged by, beside its record. */
export interface ListContext {
  readonly plans: readonly Plan[];
  readonly issuer: Issuer | undefined;
  /** In milliseconds since the epoch. */
  readonly now: number;
}

const statusOf = (record: KeyRecord, { plans, issuer, now }: ListContext): KeyStatus => {
  const state = keyState(record, now);
  if (state !== 'active') return state;
  if (issuer === undefined) return 'no_issuer';
  if (!isOfIssuer(record, issuer)) return 'other_issuer';
  return plans.some(({ name }) => name === record.plan) ? 'active' : 'no_plan';
};

/** A record as it is listed. */
export const listed = (record: KeyRecord, circumstances: ListContext): ListedKey => {
  const { id, plan, created_at, expires_at, changed_at, revoked_at, successor, issuer } = record;
  return {
    id,
    owner: holderOf(record),
    plan,
    created_at,
    expires_at: expires_at ?? null,
    changed_at,
    revoked_at: revoked_at ?? null,
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
