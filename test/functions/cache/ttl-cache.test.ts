import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { cached, ttlCache } from '../../../functions/cache/ttl-cache.ts';

/** A recorded lookup, cached, with a manual clock. */
const setUp = (lookUp: (id: string) => Promise<string | undefined>) => {
  const asked: string[] = [];
  const clock = { time: 0 };
  const get = cached(
    (id) => {
      asked.push(id);
      return lookUp(id);
    },
    { ttl: 60_000, capacity: 3, now: () => clock.time },
  );
  return { asked, clock, get };
};

test.each(['an answer', undefined])(
  '%s is cached for its lifetime, from the start of the lookup',
  async (answer) => {
    const { asked, clock, get } = setUp(async () => answer);
    clock.time = 1_000;
    expect(await get('a')).toBe(answer);
    clock.time = 60_999;
    expect(await get('a')).toBe(answer);
    expect(asked).toEqual(['a']);
    clock.time = 61_000;
    await get('a');
    expect(asked).toEqual(['a', 'a']);
  },
);

test('concurrent calls share a lookup', async () => {
  const { asked, get } = setUp(async (id) => id.toUpperCase());
  const answers = await Promise.all(['a', 'a', 'b', 'a'].map(get));
  expect(answers).toEqual(['A', 'A', 'B', 'A']);
  expect(asked).toEqual(['a', 'b']);
});

test('a failure is not cached, and all waiting calls get it', async () => {
  let failing = true;
  const { asked, get } = setUp(async (id) => {
    if (failing) throw new Error('no database');
    return id;
  });
  const answers = await Promise.allSettled([get('a'), get('a')]);
  expect(answers.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  failing = false;
  expect(await get('a')).toBe('a');
  expect(asked).toEqual(['a', 'a']);
});

test('an old lookup that fails late does not remove a newer result', async () => {
  const failures: (() => void)[] = [];
  const { asked, clock, get } = setUp((id) =>
    clock.time === 0
      ? new Promise((_, reject) => failures.push(() => reject(new Error('too late'))))
      : Promise.resolve(id),
  );
  const late = get('a');
  clock.time = 60_000;
  await get('a');
  for (const fail of failures) fail();
  await expect(late).rejects.toThrow('too late');
  expect(await get('a')).toBe('a');
  expect(asked).toEqual(['a', 'a']);
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
