import type { Adapter, Payload } from 'oidc-provider';

/** Keeps one kind of the provider's things in memory, at most until they expire. */
export const inMemory = (): Adapter => {
  const kept = new Map<string, Payload>();
  return {
    upsert: async (id, payload) => {
      for (const [other, { exp = Number.POSITIVE_INFINITY }] of kept) {
        if (exp < seconds()) kept.delete(other);
      }
      kept.set(id, payload);
    },
    find: async (id) => kept.get(id),
    findByUid: async (uid) => [...kept.values()].find((payload) => payload.uid === uid),
    consume: async (id) => {
      const payload = kept.get(id);
      if (payload) payload.consumed = seconds();
    },
    destroy: async (id) => {
      kept.delete(id);
    },
    revokeByGrantId: async (grantId) => {
      for (const [id, payload] of kept) if (payload.grantId === grantId) kept.delete(id);
    },
  };
};

/** The time in seconds since the epoch. */
const seconds = (): number => Math.floor(Date.now() / 1000);
