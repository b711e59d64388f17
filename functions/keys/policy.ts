import { ttlCache } from '../quota/ttl-cache.ts';
import { type Plan, planNamed, type QuotaHolder } from '../quota/window.ts';
import { accountOfKey, keyHash, keyId } from './format.ts';

/** An accepted key, never in clear. */
export interface ApiKey extends QuotaHolder {
  /** When it ends, in milliseconds since the epoch; absent for a key without an end. */
  readonly endsAt?: number;
}

/** The response header with a key's end. */
export const expiryHeader = 'X-API-Key-Expires';

/** Accepts a non-empty key, or returns `undefined` (401). Rejects if it can't be checked. */
export type KeyPolicy = (key: string) => Promise<ApiKey | undefined>;

/** The `demo` policy: accepts every key except the revoked ones, all on one plan. */
export const demoPolicy = (plan: Plan, revokedHashes: readonly string[]): KeyPolicy => {
  const revoked = new Set(revokedHashes);
  return async (key) => {
    const hash = keyHash(key);
    return revoked.has(hash) ? undefined : { partition: hash, plan };
  };
};

/** How long an account is cached, in milliseconds from sending the read, by whichever clock counts more. */
export const cacheTtl = 60_000;

/** 0.6 KB each with one key, 4 KB with thirty. */
const cachedAccounts = 10_000;

/** How often an account is read, so that a new key works within a second while others guess at its account. */
const readInterval = 1_000;

/** The accounts whose reads are limited, existing or not. */
const limitedAccounts = 1_000;

/** The part of an account that the key check needs. */
export interface AcceptedKeys {
  /** The name of the account's plan. */
  readonly plan: string;
  /**
   * When each key ends or has ended, by hash, in milliseconds since the epoch. Empty for a suspended or deleted
   * account.
   */
  readonly ends: ReadonlyMap<string, number>;
}

/** Reads an account's keys; `undefined` for an unknown account. Rejects with DynamoDB's error. */
export type ReadAcceptedKeys = (account: string) => Promise<AcceptedKeys | undefined>;

/**
 * The `issued` policy: accepts keys that their account lists, until they end, unless the account is suspended
 * or deleted.
 *
 * For keys that it lists, an account is read at most once a minute; an end is final. An unlisted key may be
 * new, so the account is read again: no key is rejected by a read that began before the request arrived.
 * Whoever knows the format can make up keys of an account, existing or not, so the reads of each account are limited:
 * to one a second, and in a row to as many as an account can have keys with their rotations, since a script may rotate
 * all of them and use the new ones at once. Beyond the limit, the last read decides, which may reject a key less than
 * a second old. Nothing here limits the reads of many accounts: the stage's throttle does. Where guesses at one account
 * exceed a partition's 3,000 reads a second, their requests get 503, and listed keys are accepted from the cache.
 *
 * @param activeKeys - the most active keys of an account, not counting replaced ones.
 * @throws {Error} with the code `UNKNOWN_PLAN` if the stage no longer has the account's plan.
 */
export const issuedPolicy = ({
  stage,
  plans,
  activeKeys,
  read,
  now = Date.now,
  monotonic = () => performance.now(),
}: {
  readonly stage: string;
  readonly plans: readonly Plan[];
  readonly activeKeys: number;
  readonly read: ReadAcceptedKeys;
  readonly now?: () => number;
  readonly monotonic?: () => number;
}): KeyPolicy => {
  /** With when the read was sent, by both clocks. */
  const cache = ttlCache<AcceptedKeys & { readonly sentAt: number; readonly sentAfter: number }>(
    cachedAccounts,
  );
  /** The last read of each account, and the limit's state after it. */
  const reads = ttlCache<{
    readonly expectedAt: number;
    readonly last: ReturnType<ReadAcceptedKeys>;
  }>(limitedAccounts);

  const lookUp = async (id: string): Promise<AcceptedKeys | undefined> => {
    const sentAt = now();
    const sentAfter = monotonic();
    const recent = reads.get(id, sentAt);
    const expectedAt = nextArrival(recent?.expectedAt, sentAt, 2 * activeKeys);
    if (expectedAt === undefined) return recent?.last;
    const last = read(id).then((account) => {
      const isLate = (cache.get(id, sentAt)?.sentAfter ?? 0) > sentAfter;
      if (account && !isLate) cache.set(id, { ...account, sentAt, sentAfter }, sentAt + cacheTtl);
      return account;
    });
    reads.set(id, { expectedAt, last }, expectedAt);
    return last;
  };

  /** The keys of an account, from the cache if they are fresh there and have this one. */
  const keysOf = async (id: string, hash: string): Promise<AcceptedKeys | undefined> => {
    const cached = cache.get(id, now());
    // The wall clock may be set back, and the monotonic one may stop while Lambda freezes the function.
    const isFresh = cached && cached.sentAt <= now() && monotonic() - cached.sentAfter < cacheTtl;
    return isFresh && cached.ends.has(hash) ? cached : lookUp(id);
  };

  return async (key) => {
    const id = accountOfKey(key, stage);
    if (id === undefined) return undefined;
    const hash = keyHash(key);
    const account = await keysOf(id, hash);
    // `!(a < b)` also rejects an end that is not a valid time.
    const endsAt = account?.ends.get(hash) ?? 0;
    if (!account || !(now() < endsAt)) return undefined;
    return {
      partition: id,
      keyId: keyId(id, hash),
      plan: planNamed(plans, account.plan),
      ...(Number.isFinite(endsAt) && { endsAt }),
    };
  };
};

/**
 * Whether an account may be read, by the generic cell rate algorithm (ITU-T I.371, annex A): once an interval, and
 * several times in a row after a pause.
 *
 * @param expectedAt - what the last allowed read returned; `undefined` before the first one.
 * @param now - in milliseconds.
 * @returns when the next read is expected; `undefined` if this one is not allowed. State from a clock that was set
 *   back since does not count.
 */
const nextArrival = (
  expectedAt: number | undefined,
  now: number,
  burst: number,
): number | undefined => {
  const latest = now + burst * readInterval;
  const isUsable = expectedAt !== undefined && expectedAt > now && expectedAt <= latest;
  const next = (isUsable ? expectedAt : now) + readInterval;
  return next <= latest ? next : undefined;
};
