/** What a warm function keeps for a while. Times are in milliseconds since the epoch. */

/** A cache whose entries expire. It never grows beyond its capacity: the oldest entry goes first. */
export interface TtlCache<Value> {
  /** The value of a key, unless it has expired. */
  get(key: string, now: number): Value | undefined;
  /** Keeps a value until it expires. */
  set(key: string, value: Value, expiresAt: number): void;
  delete(key: string): void;
}

/** Makes a cache of at most `capacity` entries. */
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

/** How look-ups are cached. */
export interface CacheOptions {
  /** How long an answer is good for, in milliseconds from the moment it was asked for. */
  readonly ttl: number;
  /** How many answers are kept. */
  readonly capacity: number;
  /** The clock. */
  readonly now: () => number;
}

/**
 * Caches what `lookUp` answers, also that there is nothing. Those who ask for the same id at the same
 * time share one look-up. A failure is not kept.
 */
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
