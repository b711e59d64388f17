import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { cached, ttlCache } from '../../../functions/quota/ttl-cache.ts';

/** A lookup, cached for a minute, whose calls end by hand. */
const setUp = () => {
  const calls: { answer: (value: unknown) => void; fail: (reason: unknown) => void }[] = [];
  const clock = { time: 1_000 };
  const lookUp = () => {
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    calls.push({ answer: resolve, fail: reject });
    return promise;
  };
  return { calls, clock, get: cached(lookUp, 60_000, () => clock.time) };
};

test.each(['an answer', undefined])(
  '%s is shared by concurrent calls, and cached from the start of the lookup',
  async (value) => {
    const { calls, clock, get } = setUp();
    const answers = Promise.all([get(), get()]);
    calls[0]?.answer(value);
    expect(await answers).toEqual([value, value]);
    clock.time = 60_999;
    expect(await get()).toBe(value);
    expect(calls).toHaveLength(1);
    clock.time = 61_000;
    void get();
    expect(calls).toHaveLength(2);
  },
);

test('a failure is not cached, and all waiting calls get it', async () => {
  const { calls, get } = setUp();
  const answers = Promise.allSettled([get(), get()]);
  calls[0]?.fail('no database');
  expect(await answers).toMatchObject([{ reason: 'no database' }, { reason: 'no database' }]);
  void get();
  expect(calls).toHaveLength(2);
});

test('an old lookup that fails late does not remove a newer result', async () => {
  const { calls, clock, get } = setUp();
  const late = get();
  clock.time = 61_000;
  const newer = get();
  calls[0]?.fail('too late');
  await expect(late).rejects.toBe('too late');
  expect(get()).toBe(newer);
});

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
