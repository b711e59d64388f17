/** An open account, by what it asks of the service and shows. */
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import type { AccountView, FreshKey } from '../../../../functions/accounts/responses.ts';
import { type Api, CallFailed } from '../../../../lib/site/dashboard/api.ts';
import {
  type OpenAccount,
  openAccount,
  type Question,
} from '../../../../lib/site/dashboard/open-account.ts';

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
  for (const account of opened.splice(0)) account.close();
  jest.useRealTimers();
  jest.clearAllMocks();
});

const accountOn = (plan: string) => ({ plan: { name: plan }, keys: [] }) as unknown as AccountView;
const withKeys = { ...accountOn('old'), keys: [{}] } as unknown as AccountView;

const surroundings = {
  draw: jest.fn<() => void>(),
  reveal: async () => {},
  onExpired: jest.fn<() => void>(),
  onDeleted: jest.fn<(here: boolean) => void>(),
};

const opened: OpenAccount[] = [];

const open = async (api: Partial<Api>): Promise<OpenAccount> => {
  const unchanged = { open: async () => accountOn('old'), read: async () => accountOn('old') };
  const account = await openAccount({ ...unchanged, ...api } as Api, surroundings);
  opened.push(account);
  return account;
};

const refuse = (status?: number) => () => Promise.reject(new CallFailed('No.', status));

const answers = new FormData();
answers.set('name', 'laptop');

test.each([
  ['create', undefined, /the key may exist/],
  ['create', 503, /the key may exist/],
  ['create', 429, /^No\.$/],
  ['revoke', undefined, /^It is not known whether this worked\./],
  ['delete', 503, /^It is not known whether this worked\./],
] as const)(
  'a question to %s that gets %p stays open and says what is known; its end reads the keys',
  async (kind, status, problem) => {
    const read = jest.fn(async () => accountOn('new'));
    const no = refuse(status);
    const account = await open({ read, create: no, revoke: no, remove: no });
    const question: Question = { kind };
    account.ask(question);
    await account.change(question, answers);
    expect(account.shown.question).toBe(question);
    expect(account.shown.problem).toMatch(problem);
    account.cancel(question);
    await jest.advanceTimersByTimeAsync(0);
    expect(account.shown).toMatchObject({ question: undefined, account: accountOn('new') });
  },
);

test('a new key is listed at once when it is saved, before the account is read', async () => {
  const { promise: never } = Promise.withResolvers<AccountView>();
  const fresh = { key: 'amp_1', item: { id: 'new' } } as FreshKey;
  const account = await open({ read: () => never, create: async () => fresh });
  void account.change({ kind: 'create' }, answers);
  await jest.advanceTimersByTimeAsync(0);
  expect(account.shown.account.keys).toEqual([fresh.item]);
});

test('a change that meets another one closes its question, and reads the keys', async () => {
  const account = await open({ read: async () => accountOn('new'), rotate: refuse(409) });
  const question: Question = { kind: 'rotate' };
  account.ask(question);
  await account.change(question, new FormData());
  expect(account.shown).toMatchObject({
    question: undefined,
    message: 'No. The list is up to date.',
    account: accountOn('new'),
  });
});

test('what was changed here is not said to be from elsewhere, even if the read after it fails', async () => {
  const read = jest.fn(async () => accountOn('new')).mockImplementationOnce(refuse(503));
  const account = await open({ read, rename: jest.fn<Api['rename']>() });
  await account.change({ kind: 'rename' }, answers);
  await jest.advanceTimersByTimeAsync(60_000);
  expect(account.shown).toMatchObject({ message: '', account: accountOn('new') });
});

test('what was changed elsewhere is said until a read fails, unless something was changed here or is asked', async () => {
  const plans = ['elsewhere', 'here', 'asked'].map(accountOn);
  const read = jest.fn(async () => plans.shift() ?? accountOn('asked'));
  const account = await open({ read, rename: jest.fn<Api['rename']>() });
  await jest.advanceTimersByTimeAsync(5_000);
  expect(account.shown.message).toMatch(/^Something was changed elsewhere\./);
  read.mockImplementationOnce(refuse(503));
  await jest.advanceTimersByTimeAsync(5_000);
  expect(account.shown).toMatchObject({ message: '', trouble: expect.stringMatching(/^No\./) });
  await account.change({ kind: 'rename' }, answers);
  expect(account.shown.message).toBe('Renamed.');
  account.ask({ kind: 'revoke' });
  await jest.advanceTimersByTimeAsync(5_000);
  expect(account.shown).toMatchObject({ message: '', account: accountOn('asked') });
});

test.each([
  [401, 'onExpired', []],
  [410, 'onDeleted', [false]],
] as const)('a read or a change that gets %d ends it once', async (status, end, facts) => {
  for (const meet of [
    () => open({ read: refuse(status) }),
    async () => {
      const account = await open({ rename: refuse(status) });
      await account.change({ kind: 'rename' }, answers);
    },
  ]) {
    await meet();
    await jest.advanceTimersByTimeAsync(60_000);
    expect(surroundings[end].mock.calls).toEqual([facts]);
    surroundings[end].mockClear();
  }
});

test('a hidden page reads nothing until it is seen, and then at its pace, however often; the time draws nothing', async () => {
  const read = jest.fn(async () => withKeys);
  const usage = jest.fn<Api['usage']>();
  await open({ open: async () => withKeys, read, usage });
  page.visibilityState = 'hidden';
  await jest.advanceTimersByTimeAsync(600_000);
  expect(read).not.toHaveBeenCalled();
  expect(surroundings.draw).toHaveBeenCalledTimes(1);
  page.visibilityState = 'visible';
  for (let count = 0; count < 10; count += 1) {
    page.dispatchEvent(new Event('visibilitychange'));
    await jest.advanceTimersByTimeAsync(100);
  }
  expect(read).toHaveBeenCalledTimes(1);
  expect(usage).toHaveBeenCalledTimes(2);
});

test('what was not sent while the device was offline is read once the network is back', async () => {
  const offline = new CallFailed('Offline.', undefined, true);
  const read = jest.fn(async () => withKeys).mockRejectedValueOnce(offline);
  const usage = jest.fn<Api['usage']>().mockRejectedValueOnce(offline);
  const { shown } = await open({ open: async () => withKeys, read, usage });
  await jest.advanceTimersByTimeAsync(5_000);
  expect(shown.trouble + shown.usageTrouble).toMatch(/^Offline\..*Offline\.$/);
  page.dispatchEvent(new Event('online'));
  await jest.advanceTimersByTimeAsync(0);
  expect(shown).toMatchObject({ trouble: '', usageTrouble: '' });
});

test.each(['during', 'after'])('a read from before a change shows nothing %s it', async (when) => {
  const { promise: slow, resolve: arrive } = Promise.withResolvers<AccountView>();
  const { promise: renamed, resolve: finish } = Promise.withResolvers<never>();
  const read = jest.fn(async () => accountOn('new')).mockReturnValueOnce(slow);
  const account = await open({ read, rename: () => renamed });
  await jest.advanceTimersByTimeAsync(5_000);
  const changed = account.change({ kind: 'rename' }, answers);
  if (when === 'during') arrive(accountOn('stale'));
  await jest.advanceTimersByTimeAsync(0);
  expect(account.shown.account.plan.name).toBe('old');
  finish(undefined as never);
  await changed;
  arrive(accountOn('stale'));
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
