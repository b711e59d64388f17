import { cached } from '../cache/ttl-cache.ts';
import type { Plan } from '../quota/window.ts';
import { hasTag, isWellFormed } from './format.ts';
import { keyHash } from './hash.ts';
import type { KeyRecords } from './key-reader.ts';
import { keyState } from './key-record.ts';
import type { KeyPolicy } from './policy.ts';

/**
 * How long a warm function goes by what it has read, in milliseconds: so long a revoked key may live on,
 * and a key under a new issuer's secret be refused.
 */
export const cacheTtl = 60_000;

/** Records that a warm function keeps: some 500 bytes each. */
const cachedRecords = 10_000;

/** How long a function goes by it that there is no issuer's secret, in milliseconds. */
const noIssuerTtl = 1_000;

/**
 * The `issued` policy: keys that the operator issued, neither revoked nor expired, each on its own plan.
 *
 * Only a key that bears the issuer's tag is looked up, and each at most once a minute. The secret that
 * proves the tag is remembered. It is read again where a key does not bear its tag, at most once a
 * minute, so that all functions agree soon after a secret was replaced.
 *
 * Where there is no secret, either no key was issued yet, or the secret was lost. A look for the key's
 * record tells. That is one read for each well-formed guess, which nothing but the stage's throttle
 * bounds; a stage is without a secret only before its first key, and until a lost one is restored.
 *
 * @throws {Error} for a key that is good but for the service's own fault, and would be refused wrongly:
 * with the code `NO_ISSUER` where the issuer's secret is lost, and `UNKNOWN_PLAN` where its plan is not
 * among the stage's, since no other plan is theirs.
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
  const find = cached(records.find, {
    ttl: cacheTtl,
    capacity: cachedRecords,
    now,
  });
  const readSecret = cached(records.issuerSecret, {
    ttl: noIssuerTtl,
    capacity: 1,
    now,
  });
  let secret: string | undefined;
  let readAgainAt = 0;

  /** Whether a key bears the issuer's tag; `undefined` where there is no secret that would tell. */
  const isTagged = async (key: string): Promise<boolean | undefined> => {
    if (secret !== undefined) {
      if (hasTag(key, secret)) return true;
      if (now() < readAgainAt) return false;
    }
    // Before the read, so that one which fails is not repeated for each guess.
    readAgainAt = now() + cacheTtl;
    secret = (await readSecret('')) ?? secret;
    return secret === undefined ? undefined : hasTag(key, secret);
  };

  return async (key) => {
    if (!isWellFormed(key, stage)) return undefined;
    const tagged = await isTagged(key);
    if (tagged === false) return undefined;
    const hash = keyHash(key);
    const record = await find(hash);
    if (record === undefined || keyState(record, now()) !== 'active') return undefined;
    if (tagged === undefined) throw fault('NO_ISSUER');
    const plan = plans.find(({ name }) => name === record.plan);
    if (plan === undefined) throw fault('UNKNOWN_PLAN');
    return { partition: record.account ?? record.id, keyId: record.id, plan };
  };
};

const fault = (code: string): Error => Object.assign(new Error(code), { code });
