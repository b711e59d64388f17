import { ttlCache } from '../cache/ttl-cache.ts';
import { type Plan, planNamed } from '../quota/window.ts';
import { accountOfKey } from './format.ts';
import { keyHash, keyId } from './hash.ts';
import type { ApiKey, KeyPolicy } from './policy.ts';

/** How long an account is cached, in milliseconds from sending the read. */
export const cacheTtl = 60_000;

/** 0.6 KB each with one key, 4 KB with thirty. */
const cachedAccounts = 10_000;

/** How often per second a cached account is read again for unknown keys. */
const rereadsPerSecond = 5;

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

interface CachedAccount extends AcceptedKeys {
  /** When the read was sent. */
  readonly sentAt: number;
  /** The reads for unknown keys in one second. */
  readonly rereads: { second: number; count: number };
}

/**
 * The `issued` policy: accepts keys that their account lists, until they end, unless the account is suspended
 * or deleted.
 *
 * For keys that it lists, an account is read at most once a minute; an end is final. An unlisted key may be
 * new, so the account is read again: no key is rejected by a read that began before the request arrived.
 * Anyone who knows an account's id can forge such keys, so these reads are limited. Beyond the limit, a key
 * less than a minute old may be rejected.
 *
 * @throws {Error} with the code `UNKNOWN_PLAN` if the stage no longer has the account's plan.
 */
export const issuedPolicy = ({
  stage,
  plans,
  read,
  now = Date.now,
}: {
  readonly stage: string;
  readonly plans: readonly Plan[];
  readonly read: ReadAcceptedKeys;
  readonly now?: () => number;
}): KeyPolicy => {
  const cache = ttlCache<CachedAccount>(cachedAccounts);

  const cachedAccount = (id: string): CachedAccount | undefined => {
    const account = cache.get(id, now());
    // If the clock was set back, an entry from the future would stay too long.
    return account && account.sentAt <= now() ? account : undefined;
  };

  const readNow = async (id: string): Promise<AcceptedKeys | undefined> => {
    const sentAt = now();
    const account = await read(id);
    const { rereads } = cachedAccount(id) ?? { rereads: { second: 0, count: 0 } };
    if (account) cache.set(id, { ...account, sentAt, rereads }, sentAt + cacheTtl);
    return account;
  };

  const mayReadAgain = ({ rereads }: CachedAccount): boolean => {
    const second = Math.floor(now() / 1000);
    if (rereads.second !== second) Object.assign(rereads, { second, count: 0 });
    rereads.count += 1;
    return rereads.count <= rereadsPerSecond;
  };

  const accepted = (
    id: string,
    hash: string,
    account: AcceptedKeys | undefined,
  ): ApiKey | undefined => {
    const end = account?.ends.get(hash);
    // `!(a < b)` also rejects an end that is not a valid time.
    if (account === undefined || end === undefined || !(now() < end)) return undefined;
    return { partition: id, keyId: keyId(id, hash), plan: planNamed(plans, account.plan) };
  };

  return async (key) => {
    const id = accountOfKey(key, stage);
    if (id === undefined) return undefined;
    const hash = keyHash(key);
    const cached = cachedAccount(id);
    const fromCache = cached && (cached.ends.has(hash) || !mayReadAgain(cached));
    return accepted(id, hash, fromCache ? cached : await readNow(id));
  };
};
