/** What a process remembers between requests. */

/** A cache of limited capacity, which drops the oldest entry first. Times are in milliseconds since the epoch. */
export const createTtlCache = <Value>(capacity: number) => {
  const entries = new Map<string, { readonly value: Value; readonly expiresAt: number }>();
  return {
    get: (key: string, now: number): Value | undefined => {
      const entry = entries.get(key);
      return entry !== undefined && now < entry.expiresAt ? entry.value : undefined;
    },
    set: (key: string, value: Value, expiresAt: number): void => {
      entries.delete(key);
      entries.set(key, { value, expiresAt });
      const [oldest = key] = entries.keys();
      if (entries.size > capacity) entries.delete(oldest);
    },
    delete: (key: string) => entries.delete(key),
  };
};

/**
 * Limits calls by the generic cell rate algorithm (ITU-T I.371, annex A): one per interval and, after a pause, up to
 * `burst` in a row.
 *
 * @param expectedAt - what the last allowed call returned; `undefined` before the first one.
 * @param now - in milliseconds.
 * @returns when the next call is expected; `undefined` if this one is not allowed. An `expectedAt` that is too late, as
 *   after the clock was set back, is ignored.
 */
export const nextArrival = (
  expectedAt: number | undefined,
  now: number,
  burst: number,
  interval: number,
): number | undefined => {
  const latest = now + burst * interval;
  const isUsable = expectedAt !== undefined && expectedAt <= latest;
  const nextAt = (isUsable ? expectedAt : now) + interval;
  return nextAt <= latest ? nextAt : undefined;
};
