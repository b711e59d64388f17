import { expect, test } from '@jest/globals';
import { timeoutError } from '../../../functions/aws/http-handler.ts';
import type { Converse } from '../../../functions/emphasis/bedrock-model.ts';
import { withPauses } from '../../../functions/emphasis/pauses.ts';
import { timeForBedrock } from '../../../functions/emphasis/time-limits.ts';

const request = {} as Parameters<Converse>[0];
const timeLeft = () => 10_000;
const answered = {} as Awaited<ReturnType<Converse>>;

type Reply = 'answer' | 'time-out' | 'fault';

/** Asks a model whose calls end as a test tells them to. */
const start = (random = 0.5) => {
  let time = 0;
  const calls: { readonly wait: number; readonly end: (reply: Reply) => void }[] = [];
  const converse = withPauses(
    (_, left) =>
      new Promise((resolve, reject) => {
        const end = (reply: Reply) => {
          if (reply === 'answer') resolve(answered);
          else reject(reply === 'fault' ? new Error(reply) : timeoutError(reply));
        };
        calls.push({ wait: timeForBedrock(left()), end });
      }),
    () => time,
    () => random,
  );
  return {
    calls,
    pass: (ms: number) => {
      time += ms;
    },
    /** The outcome: an answer, or the reason or message of the error. */
    ask: () =>
      converse(request, timeLeft).then(
        () => 'answer',
        ({ reason, message }) => reason ?? message,
      ),
  };
};

/** Asks, and ends the call. */
const exchange = async ({ ask, calls }: ReturnType<typeof start>, reply: Reply) => {
  const asked = ask();
  calls.at(-1)?.end(reply);
  return asked;
};

test('without a time-out, every request waits up to 6 s', async () => {
  const model = start();
  for (const reply of ['answer', 'fault', 'answer'] as const) {
    expect(await exchange(model, reply)).toBe(reply);
  }
  expect(model.calls.map(({ wait }) => wait)).toEqual([6_000, 6_000, 6_000]);
});

test('after a time-out there is a pause, then one request at a time waits up to 2 s', async () => {
  const model = start();
  await exchange(model, 'time-out');
  expect(await model.ask()).toBe('paused');
  model.pass(50_000);
  const tried = model.ask();
  expect(await model.ask()).toBe('paused');
  expect(model.calls.map(({ wait }) => wait)).toEqual([6_000, 2_000]);
  model.calls[1]?.end('time-out');
  expect(await tried).toBe('time-out');
  expect(await model.ask()).toBe('paused');
  // A fault is no answer, but there was nothing to wait for.
  model.pass(50_000);
  expect(await exchange(model, 'fault')).toBe('fault');
  expect(await exchange(model, 'answer')).toBe('answer');
  expect(await exchange(model, 'answer')).toBe('answer');
  expect(model.calls.map(({ wait }) => wait)).toEqual([6_000, 2_000, 2_000, 2_000, 6_000]);
});

test.each([0, 0.5, 0.999])('a pause lasts from 20 to 50 s: %d', async (random) => {
  const model = start(random);
  await exchange(model, 'time-out');
  model.pass(19_999);
  expect(await model.ask()).toBe('paused');
  model.pass(30_001);
  expect(await exchange(model, 'answer')).toBe('answer');
});
