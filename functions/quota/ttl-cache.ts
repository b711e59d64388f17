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
