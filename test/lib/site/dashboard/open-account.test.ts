/** An open account, by what it asks of the service and shows. */
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import type { AccountView } from '../../../../functions/accounts/responses.ts';
import { type Api, CallFailed } from '../../../../lib/site/dashboard/api.ts';
import { openAccount, type Question } from '../../../../lib/site/dashboard/open-account.ts';

/** What it uses of a window. */
const page = Object.assign(new EventTarget(), {
  visibilityState: 'visible',
  activeElement: { checkVisibility: () => true },
});

beforeEach(() => {
  jest.useFakeTimers();
  page.visibilityState = 'visible';
  Object.assign(globalThis, { document: page, addEventListener: page.addEventListener.bind(page) });
});

afterEach(() => {
  jest.useRealTimers();
});

const accountOf = (plan: string) => ({ plan: { name: plan }, keys: [] }) as unknown as AccountView;

const open = (api: Partial<Api>) =>
  openAccount(
    { open: async () => accountOf('old'), read: async () => accountOf('old'), ...api } as Api,
    {
      draw: () => {},
      reveal: async () => {},
      onExpired: () => {},
      onDeleted: () => {},
    },
  );

const answers = new FormData();
answers.set('name', 'laptop');

test.each([
  [503, /the key may exist/],
  [429, /^Too many\.$/],
  [422, /^Too many\.$/],
])(
  'a creation that gets %d stays open, with what was typed, and says what is known',
  async (status, problem) => {
    const account = await open({
      create: () => Promise.reject(new CallFailed('Too many.', status)),
    });
    const question: Question = { kind: 'create' };
    account.ask(question);
    await account.change(question, answers);
    expect(account.shown.question).toBe(question);
    expect(account.shown.problem).toMatch(problem);
  },
);

test('a hidden page reads nothing until it is seen', async () => {
  const read = jest.fn(async () => accountOf('old'));
  await open({ read });
  page.visibilityState = 'hidden';
  await jest.advanceTimersByTimeAsync(600_000);
  expect(read).not.toHaveBeenCalled();
  page.visibilityState = 'visible';
  page.dispatchEvent(new Event('visibilitychange'));
  expect(read).toHaveBeenCalledTimes(1);
});

test.each(['during', 'after'])('a read from before a change shows nothing %s it', async (when) => {
  const { promise: slow, resolve: arrive } = Promise.withResolvers<AccountView>();
  const { promise: renamed, resolve: finish } = Promise.withResolvers<never>();
  const read = jest.fn(async () => accountOf('new')).mockReturnValueOnce(slow);
  const account = await open({ read, rename: () => renamed });
  page.dispatchEvent(new Event('focus'));
  const changed = account.change({ kind: 'rename' }, answers);
  if (when === 'during') arrive(accountOf('stale'));
  await jest.advanceTimersByTimeAsync(0);
  expect(account.shown.account.plan.name).toBe('old');
  finish(undefined as never);
  await changed;
  arrive(accountOf('stale'));
  await jest.advanceTimersByTimeAsync(0);
  expect(account.shown.account.plan.name).toBe('new');
});

test('while the service is down, it is asked at least once a minute, and what was read stays', async () => {
  const read = jest.fn<Api['read']>().mockRejectedValue(new CallFailed('Down.', 503));
  const { shown } = await open({ read });
  await jest.advanceTimersByTimeAsync(600_000);
  expect(read.mock.calls.length).toBeGreaterThanOrEqual(10);
  expect(read.mock.calls.length).toBeLessThan(20);
  expect(shown.account.plan.name).toBe('old');
  expect(shown.trouble).toMatch(/^Down\. What you see was read/);
});

test('a message disappears after some seconds, or with the next press', async () => {
  const account = await open({ rename: jest.fn<Api['rename']>() });
  for (const end of [() => jest.advanceTimersByTime(10_000), account.clearMessage]) {
    await account.change({ kind: 'rename' }, answers);
    expect(account.shown.message).toBe('Renamed.');
    end();
    expect(account.shown.message).toBe('');
  }
});
