import { ttlCache } from '../cache/ttl-cache.ts';
import type { Plan } from '../quota/window.ts';
import { accountOfKey } from './format.ts';
import { keyHash, keyId } from './hash.ts';
import type { ApiKey, KeyPolicy } from './policy.ts';

/** How long a function may rely on what it read of an account, in milliseconds from sending the read. */
export const cacheTtl = 60_000;

/** How many accounts a function caches: 0.6 KB each with one key, 4 KB with thirty. */
const cachedAccounts = 10_000;

/** How often in a second a cached account is read again for keys that it does not list. */
const rereadsPerSecond = 5;

/** What the key check needs to know of an account. */
export interface AcceptedKeys {
  /** The name of the account's plan. */
  readonly plan: string;
  /**
   * When each of its keys ends or has ended, in milliseconds since the epoch, by the key's hash. Empty while
   * none is accepted: the account is suspended or deleted.
   */
  readonly ends: ReadonlyMap<string, number>;
}

/** Reads an account's accepted keys; `undefined` where there is no account. Rejects with DynamoDB's error. */
export type ReadAcceptedKeys = (account: string) => Promise<AcceptedKeys | undefined>;

/** An account in the cache. */
interface CachedAccount extends AcceptedKeys {
  /** When its read was sent. */
  readonly sentAt: number;
  /** The reads for keys that it did not list, in one second. */
  readonly rereads: { second: number; count: number };
}

/**
 * The `issued` policy: accepts the keys that their account's item lists, as long as they have not ended
 * and the account is neither suspended nor deleted.
 *
 * An account is read once a minute at most for keys that it lists; an end is final. A key that the cached
 * account does not list may be new, so the account is read again: no key is rejected because of a read that
 * began before the request arrived. Anyone who knows an account's id can forge such keys, so these reads are
 * limited. Beyond the limit, a key less than a minute old may be rejected.
 *
 * @throws {Error} with the code `UNKNOWN_PLAN` where the account's plan is not one of the stage's.
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
    // After a clock was set back, an entry from the future would be kept too long.
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
    // Also where the end is not a valid time.
    if (account === undefined || end === undefined || !(now() < end)) return undefined;
    const plan = plans.find(({ name }) => name === account.plan);
    if (plan === undefined) throw Object.assign(new Error(), { code: 'UNKNOWN_PLAN' });
    return { partition: id, keyId: keyId(id, hash), plan };
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
