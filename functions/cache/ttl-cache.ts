/** Caches whose entries expire. Times are in milliseconds since the epoch. */

/** A cache of limited capacity, which drops the oldest entry first. */
export interface TtlCache<Value> {
  get(key: string, now: number): Value | undefined;
  set(key: string, value: Value, expiresAt: number): void;
  delete(key: string): void;
}

export const ttlCache = <Value>(capacity: number): TtlCache<Value> => {
  const entries = new Map<string, { readonly value: Value; readonly expiresAt: number }>();
  return {
    get: (key, now) => {
      const entry = entries.get(key);
      return entry !== undefined && now < entry.expiresAt ? entry.value : undefined;
    },
    set: (key, value, expiresAt) => {
      entries.delete(key);
      entries.set(key, { value, expiresAt });
      if (entries.size <= capacity) return;
      const [oldest] = entries.keys();
      if (oldest !== undefined) entries.delete(oldest);
    },
    delete: (key) => {
      entries.delete(key);
    },
  };
};

export interface CacheOptions {
  /** In milliseconds from the start of a lookup. */
  readonly ttl: number;
  /** In entries. */
  readonly capacity: number;
  readonly now: () => number;
}

/** Caches a lookup's results, also `undefined`. Concurrent calls share a lookup; failures are not cached. */
export const cached = <Answer>(
  lookUp: (id: string) => Promise<Answer>,
  { ttl, capacity, now }: CacheOptions,
): ((id: string) => Promise<Answer>) => {
  const answers = ttlCache<Promise<Answer>>(capacity);
  return (id) => {
    const known = answers.get(id, now());
    if (known !== undefined) return known;
    const answer = lookUp(id);
    answers.set(id, answer, now() + ttl);
    answer.catch(() => {
      if (answers.get(id, now()) === answer) answers.delete(id);
    });
    return answer;
  };
};
