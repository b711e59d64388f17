import type { Plan } from '../quota/plan.ts';
import { hasTag, isWellFormed } from './format.ts';
import { keyHash } from './hash.ts';
import type { KeyPolicy } from './policy.ts';
import { keyState } from './record.ts';
import type { KeyRecords } from './records.ts';
import { remember } from './remember.ts';

/** How long a warm function goes by a record that it has read, in milliseconds: so long a revoked key may live on. */
const recordLifetime = 60_000;

/** Records that a warm function remembers: some 500 bytes each. */
const rememberedRecords = 10_000;

/** How long a warm function goes by it that no key was issued yet, in milliseconds. */
const noIssuerLifetime = 1_000;

/**
 * The `issued` policy: keys that the operator issued, neither revoked nor expired, each on its own plan.
 *
 * Only a key that bears the issuer's tag is looked up, and each at most once a minute.
 *
 * @throws {Error} for a key whose plan is not among the stage's: its holder did nothing wrong, and no
 * other plan is theirs.
 */
export const issuedPolicy = ({
  stage,
  plans,
  records,
  now = Date.now,
}: {
  readonly stage: string;
  readonly plans: readonly Plan[];
  readonly records: KeyRecords;
  readonly now?: () => number;
}): KeyPolicy => {
  const find = remember(records.find, {
    lifetime: recordLifetime,
    capacity: rememberedRecords,
    now,
  });
  const readSecret = remember(records.issuerSecret, {
    lifetime: noIssuerLifetime,
    capacity: 1,
    now,
  });
  let issuerSecret: string | undefined;

  return async (key) => {
    if (!isWellFormed(key, stage)) return undefined;
    issuerSecret ??= await readSecret('');
    if (issuerSecret === undefined || !hasTag(key, issuerSecret)) return undefined;
    const hash = keyHash(key);
    const record = await find(hash);
    if (record === undefined || keyState(record, now()) !== 'active') return undefined;
    const plan = plans.find(({ name }) => name === record.plan);
    if (plan === undefined) {
      throw Object.assign(new Error(`No plan ${record.plan}`), { code: 'UNKNOWN_PLAN' });
    }
    return { hash, plan };
  };
};
