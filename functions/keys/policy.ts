import { createTtlCache, nextArrival } from '../quota/memory.ts';
import { type Plan, planNamed, type QuotaHolder } from '../quota/window.ts';
import { keyHash, keyId, parseAccountId } from './format.ts';

/** An accepted key, never in clear. */
export interface ApiKey extends QuotaHolder {
  /** When it ends, in milliseconds since the epoch; absent for a key without an end. */
  readonly endsAt?: number;
}

/** The response header with a key's end. */
export const expiryHeader = 'X-API-Key-Expires';

/** Checks a key that is not empty. Resolves to `undefined` if the key is not accepted; rejects if a read failed. */
export type KeyPolicy = (key: string) => Promise<ApiKey | undefined>;

/** The `demo` policy: accepts every key except the revoked ones, all on one plan. */
export const demoPolicy = (plan: Plan, revokedHashes: readonly string[]): KeyPolicy => {
  const revoked = new Set(revokedHashes);
  return async (key) => {
    const hash = keyHash(key);
    return revoked.has(hash) ? undefined : { holder: hash, plan };
  };
};

/** How long an account is cached after its read was sent, in milliseconds. Of two clocks, the faster one counts. */
export const cacheTtl = 60_000;

/** How many accounts are cached: one with a single key takes 0.6 KB, one with thirty keys 4 KB. */
const cachedAccounts = 10_000;

/** The shortest time between reads of an account, in milliseconds: a new key may wait so long while others guess. */
const readInterval = 1_000;

/** How many accounts' reads are limited. The accounts need not exist. */
const limitedAccounts = 1_000;

/** The part of an account that the key check needs. */
export interface AcceptedKeys {
  /** The name of the account's plan. */
  readonly plan: string;
  /**
   * When each key ends or has ended, by hash, in milliseconds since the epoch. Empty for a suspended or deleted
   * account.
   */
  readonly endsByHash: ReadonlyMap<string, number>;
}

/** Reads an account's keys; `undefined` for an unknown account. Rejects with DynamoDB's error. */
export type ReadAcceptedKeys = (account: string) => Promise<AcceptedKeys | undefined>;

/**
 * The `issued` policy accepts a key that its account lists, until the key ends, unless the account is suspended or
 * deleted. An account that lists the key is read at most once a minute; a key that has ended never comes back.
 *
 * If the cached account does not list the key, the key may be new, so the account is read again: a read that began
 * before the request arrived rejects no key. But anybody can make up keys of any account, existing or not, and each
 * would cause a read. So an account is read at most once a second. After a pause, it may be read as often in a row as
 * it can have keys, rotated ones included, since a script may rotate all of them and use the new ones at once. Beyond
 * that, the last read decides, which may reject a key that is less than a second old. Reads of many accounts are
 * limited only by the stage's throttle. If functions together read one account more than 3,000 times a second, DynamoDB
 * throttles: keys that the cache lists are accepted, and other requests get 503.
 *
 * @param activeKeys - the most active keys of an account, not counting replaced ones.
 * @throws {Fault} `UNKNOWN_PLAN` if the stage no longer has the account's plan.
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
  /** Each account with the time at which its read was sent, by both clocks. */
  const cache = createTtlCache<
    AcceptedKeys & { readonly sentAt: number; readonly sentAfter: number }
  >(cachedAccounts);
  /** The last read of each account, and when the next one is expected: see {@link nextArrival}. */
  const reads = createTtlCache<{
    readonly expectedAt: number;
    readonly lastRead: ReturnType<ReadAcceptedKeys>;
  }>(limitedAccounts);

  const lookUp = async (id: string): Promise<AcceptedKeys | undefined> => {
    const sentAt = now();
    const sentAfter = monotonic();
    const recent = reads.get(id, sentAt);
    const expectedAt = nextArrival(recent?.expectedAt, sentAt, 2 * activeKeys, readInterval);
    if (expectedAt === undefined) return recent?.lastRead;
    const lastRead = read(id).then((account) => {
      const isLate = (cache.get(id, sentAt)?.sentAfter ?? 0) > sentAfter;
      if (account && !isLate) cache.set(id, { ...account, sentAt, sentAfter }, sentAt + cacheTtl);
      return account;
    });
    reads.set(id, { expectedAt, lastRead }, expectedAt);
    return lastRead;
  };

  /** The keys of an account: from the cache if they are fresh and include this one, otherwise from a read. */
  const findKeys = async (id: string, hash: string): Promise<AcceptedKeys | undefined> => {
    const cached = cache.get(id, now());
    // The wall clock may be set back, and the monotonic one may stop while Lambda freezes the function.
    const isFresh = cached && cached.sentAt <= now() && monotonic() - cached.sentAfter < cacheTtl;
    return isFresh && cached.endsByHash.has(hash) ? cached : lookUp(id);
  };

  return async (key) => {
    const id = parseAccountId(key, stage);
    if (id === undefined) return undefined;
    const hash = keyHash(key);
    const account = await findKeys(id, hash);
    // Not `now() >= endsAt`: an end that is no valid time, `NaN`, is rejected too.
    const endsAt = account?.endsByHash.get(hash) ?? 0;
    if (!account || !(now() < endsAt)) return undefined;
    return {
      holder: id,
      keyId: keyId(id, hash),
      plan: planNamed(plans, account.plan),
      ...(Number.isFinite(endsAt) && { endsAt }),
    };
  };
};
