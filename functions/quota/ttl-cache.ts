/** Caches whose entries expire. Times are in milliseconds since the epoch. */

/** A cache of limited capacity, which drops the oldest entry first. */
export const ttlCache = <Value>(capacity: number) => {
  const entries = new Map<string, { readonly value: Value; readonly expiresAt: number }>();
  return {
    get: (key: string, now: number): Value | undefined => {
      const entry = entries.get(key);
      return entry !== undefined && now < entry.expiresAt ? entry.value : undefined;
    },
    set: (key: string, value: Value, expiresAt: number): void => {
      entries.delete(key);
      entries.set(key, { value, expiresAt });
      if (entries.size <= capacity) return;
      const [oldest] = entries.keys();
      if (oldest !== undefined) entries.delete(oldest);
    },
    delete: (key: string) => entries.delete(key),
  };
};

/**
 * Caches the result of a lookup, also `undefined`. Concurrent calls share a lookup; failures are not cached.
 *
 * @param ttl - from the start of a lookup.
 */
export const cached = <Answer>(
  lookUp: () => Promise<Answer>,
  ttl: number,
  now: () => number = Date.now,
): (() => Promise<Answer>) => {
  let latest: Promise<Answer> | undefined;
  let expiresAt = 0;
  return () => {
    if (latest && now() < expiresAt) return latest;
    const answer = lookUp();
    latest = answer;
    expiresAt = now() + ttl;
    answer.catch(() => {
      if (latest === answer) latest = undefined;
    });
    return answer;
  };
};
