import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { ttlCache } from '../../../functions/quota/ttl-cache.ts';

test('a cache keeps the latest values until they expire, up to its capacity', () => {
  const names = ['a', 'b', 'c', 'd', 'e', 'f'];
  const step = fc.record({
    key: fc.constantFrom(...names),
    /** 0 deletes the entry. */
    ttl: fc.nat(5),
    wait: fc.nat(2),
  });
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 4 }), fc.array(step), (capacity, steps) => {
      const cache = ttlCache<number>(capacity);
      let model: { readonly key: string; readonly value: number; readonly expiresAt: number }[] =
        [];
      let now = 0;
      for (const [value, { key, ttl, wait }] of steps.entries()) {
        now += wait;
        model = model.filter((entry) => entry.key !== key);
        if (ttl === 0) {
          cache.delete(key);
        } else {
          cache.set(key, value, now + ttl);
          model = [...model, { key, value, expiresAt: now + ttl }].slice(-capacity);
        }
        for (const name of names) {
          const entry = model.find(({ key, expiresAt }) => key === name && now < expiresAt);
          expect(cache.get(name, now)).toBe(entry?.value);
        }
      }
    }),
  );
});
