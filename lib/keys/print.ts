/** What the operator's tool shows. */
import { type KeyRecord, keyState } from '../../functions/keys/record.ts';
import type { Plan } from '../../functions/quota/plan.ts';

/** A key as it is listed; what does not apply is `null`. */
export interface ListedKey {
  readonly id: string;
  readonly owner: string;
  readonly plan: string;
  readonly created_at: string;
  readonly expires_at: string | null;
  readonly changed_at: string;
  readonly revoked_at: string | null;
  /** The id of the key that was issued in its place. */
  readonly successor: string | null;
  /** `no_plan`: the key's plan is not among the stage's, and requests with it are answered 503. */
  readonly status: 'active' | 'expired' | 'revoked' | 'no_plan';
}

/** A record as it is listed, at a moment, in a stage with these plans. */
export const listed = (record: KeyRecord, plans: readonly Plan[], now: number): ListedKey => {
  const { id, owner, plan, created_at, expires_at, changed_at, revoked_at, successor } = record;
  const state = keyState(record, now);
  return {
    id,
    owner,
    plan,
    created_at,
    expires_at: expires_at ?? null,
    changed_at,
    revoked_at: revoked_at ?? null,
    successor: successor ?? null,
    status: state === 'active' && !plans.some(({ name }) => name === plan) ? 'no_plan' : state,
  };
};

/** A table of keys, one per line. */
export const keyTableText = (keys: readonly ListedKey[]): string => {
  const rows = [
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
  ];
  const widths = rows.reduce<readonly number[]>(
    (widest, row) => row.map((cell, column) => Math.max(widest[column] ?? 0, cell.length)),
    [],
  );
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
};

/** Everything of one key, a fact per line. */
export const keyText = (key: ListedKey): string =>
  Object.entries(key)
    .filter(([, value]) => value !== null)
    .map(([name, value]) => `${name.padEnd('created_at'.length)}  ${value}`)
    .join('\n');

/** A time to the second. */
const seconds = (time: string): string => time.replace(/\.\d+Z$/, 'Z');
