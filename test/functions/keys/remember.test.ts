import { expect, test } from '@jest/globals';
import { remember } from '../../../functions/keys/remember.ts';

/** A look-up that notes what it was asked, and a memory of it with a clock that is set by hand. */
const setUp = (lookUp: (id: string) => Promise<string | undefined>) => {
  const asked: string[] = [];
  const clock = { time: 0 };
  const get = remember(
    (id) => {
      asked.push(id);
      return lookUp(id);
    },
    { lifetime: 60_000, capacity: 3, now: () => clock.time },
  );
  return { asked, clock, get };
};

test.each(['an answer', undefined])(
  '%s is good for its lifetime, from when it was asked',
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

test('those who ask at the same time share one look-up', async () => {
  const { asked, get } = setUp(async (id) => id.toUpperCase());
  const answers = await Promise.all(['a', 'a', 'b', 'a'].map(get));
  expect(answers).toEqual(['A', 'A', 'B', 'A']);
  expect(asked).toEqual(['a', 'b']);
});

test('the oldest answers make room for new ones', async () => {
  const { asked, clock, get } = setUp(async (id) => id);
  for (const id of ['a', 'b', 'c']) await get(id);
  clock.time = 60_000;
  await get('a');
  await get('d');
  asked.length = 0;
  for (const id of ['c', 'a', 'd']) await get(id);
  expect(asked).toEqual(['c']);
  await get('b');
  expect(asked).toEqual(['c', 'b']);
});

test('no more answers are kept than there is room for', async () => {
  const { asked, get } = setUp(async (id) => id);
  for (const id of ['a', 'b', 'c', 'd']) await get(id);
  asked.length = 0;
  for (const id of ['d', 'c', 'b', 'a']) await get(id);
  expect(asked).toEqual(['a']);
});

test('a failure is not remembered, and all who wait for it see it', async () => {
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

test('an old look-up that fails late does not take a newer answer with it', async () => {
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
