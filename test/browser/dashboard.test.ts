/**
 * Keys, numbers and messages on the dashboard, and its accessibility on all screens.
 *
 * @jest-environment ./test/browser/jest-environment.ts
 */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { callWith } from '../support/keys.ts';
import { type SharedService, sharedDemo, sharedProduction } from '../support/service.ts';
import { newAddress } from '../support/sign-in.ts';
import { accessibilityFaults, holdsTimers, open, overflow } from './chromium.ts';
import {
  change,
  choose,
  comeBack,
  createFirstKey,
  dialog,
  enter,
  keyNames,
  keyRow,
  openAccount,
  rename,
  revoke,
  save,
  showNewKey,
  shownKey,
  signIn,
  signInButton,
  submit,
  visit,
} from './dashboard.ts';

let service: SharedService;
beforeAll(async () => {
  service = await sharedProduction();
});

const run = promisify(execFile);

/** The numbers of a usage table, the newest first. */
const counts = async (page: Page, name: string): Promise<readonly number[]> => {
  const cells = await page.getByRole('table', { name }).getByRole('cell').allInnerTexts();
  return cells.map(Number);
};

/** Where a text appears on a page or in its storages. */
const traces = (page: Page, text: string): Promise<readonly string[]> =>
  page.evaluate(`(async () => {
    const places = {
      document: document.documentElement.outerHTML,
      fields: [...document.querySelectorAll('input')].map(({ value }) => value).join(),
      address: location.href,
      history: JSON.stringify(history.state),
      sessionStorage: JSON.stringify(sessionStorage),
      localStorage: JSON.stringify(localStorage),
      cookie: document.cookie,
      caches: JSON.stringify(await caches.keys()),
      databases: JSON.stringify(await indexedDB.databases()),
    };
    return Object.entries(places).flatMap(([place, held]) =>
      held.includes('${text}') ? place : []);
  })()`);

test('from nothing to done: sign in, make a key, call with it, see the call, rotate, revoke, sign out', async () => {
  const page = await visit(service);
  await page.getByRole('heading', { name: 'Create your free key' }).waitFor();
  await page.getByText('the password that you chose no longer works').waitFor();
  expect(await page.getByRole('main').innerText()).not.toContain('Your keys');
  const [, promised = ''] = await page.locator('pre').allInnerTexts();
  await signIn(page, newAddress());
  await page.getByRole('heading', { name: 'Create your first key' }).waitFor();
  expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('my first key');
  expect(await page.getByRole('heading', { name: 'Usage' }).count()).toBe(0);
  await createFirstKey(page, 'nightly build');
  const key = await shownKey(page);
  expect(key).toMatch(/^amp_prod_\w{39}$/);
  const line = await dialog(page).locator('#fresh-curl').innerText();
  await page.getByRole('button', { name: 'Copy key' }).click();
  await page.getByText('Copied the key.').waitFor();
  await save(page);
  expect(await keyRow(page, 'nightly build').innerText()).toMatch(
    new RegExp(`${key.slice(0, 13)}…[^]*Active[^]*never`),
  );
  await page.getByText('No requests in the last 30 days.').waitFor();
  await page.getByRole('link', { name: 'Try it' }).waitFor();
  await page.getByRole('link', { name: 'Read the guide' }).waitFor();

  const { stdout } = await run('sh', ['-c', `${line} --silent`]);
  expect(JSON.parse(stdout)).toEqual(JSON.parse(promised));
  await comeBack(page);
  await keyRow(page, 'nightly build').getByText('29 of 30').waitFor();
  // Precise to the window, which is an hour.
  await keyRow(page, 'nightly build')
    .getByText(/just now|minutes ago/)
    .waitFor();
  await page.getByText(/^All quotas are reset in \d+ (?:s|min)\.$/).waitFor();
  expect((await counts(page, 'Last 24 hours 1 request'))[0]).toBe(1);
  expect((await counts(page, 'Last 30 days 1 request'))[0]).toBe(1);
  await page.getByRole('rowheader', { name: /^Today, \d+ \w+$/ }).waitFor();

  await choose(page, 'nightly build', 'Rotate');
  await page.getByLabel('In 1 hour').check();
  await submit(page, 'Rotate');
  const second = await shownKey(page);
  await page.getByText(/The old key works until \d/).waitFor();
  await save(page);
  const [upper, lower] = await page.getByRole('row', { name: 'nightly build' }).allInnerTexts();
  expect(upper).toMatch('Replaces the key below');
  expect(lower).toMatch('Works until');
  await page.getByText('1 of 5 keys, one replaced').waitFor();
  expect(second).not.toBe(key);

  await revoke(page, 'nightly build');
  await page.getByText('Requests with it will fail within a minute').waitFor();

  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByRole('heading', { name: 'You are signed out' }).waitFor();
  expect(await page.content()).not.toContain('nightly build');
  await signInButton(page).click();
  await page.getByLabel('E-mail').waitFor();
});

describe('a fresh key', () => {
  test('makes its first request by a press, also if it is not known everywhere, and is listed before the account is read', async () => {
    const page = await enter(service, { screen: 'phone', expected: /401|Failed to load/ });
    await page.route('**/v1/scream', (route) => route.fulfill({ status: 401, json: {} }), {
      times: 1,
    });
    await showNewKey(page, 'first');
    const send = page.getByRole('button', { name: 'Send it now' });
    await send.click();
    await dialog(page).getByText('"result":"IT WORKS!!!"').waitFor();
    expect(await accessibilityFaults(page, { part: 'dialog' })).toEqual([]);
    await page.route('**/v1/scream', (route) => route.abort(), { times: 1 });
    await send.click();
    await dialog(page).getByText('The connection failed. Try again.').waitFor();
    const { promise: listed, resolve: goOn } = Promise.withResolvers<void>();
    await page.route('**/account', async (route) => {
      await listed;
      await route.continue();
    });
    await page.getByRole('button', { name: 'I have saved it' }).click();
    await keyRow(page, 'first').waitFor();
    goOn();
    await page.getByText('1 request').first().waitFor();
  });

  test('is created once by two clicks, is not lost by accident, and is gone once it is saved or left', async () => {
    const { email } = await openAccount(service, ['old']);
    const page = await enter(service, { email });
    await page.getByRole('button', { name: 'New key' }).dblclick();
    await page.getByLabel('Expires').selectOption('In 90 days');
    await page.getByLabel('Name', { exact: true }).fill('once');
    await page.getByRole('button', { name: 'Create key' }).dblclick();
    const key = await shownKey(page);

    // Neither by Escape, also in a browser that does not know `closedby`, nor by leaving the page.
    await page.keyboard.press('Escape');
    await page.evaluate("document.querySelector('dialog').removeAttribute('closedby')");
    await dialog(page).getByRole('heading').click();
    await page.keyboard.press('Escape');
    const asked = page.waitForEvent('dialog');
    const left = page.goto(`${service.url}/docs`).catch(() => undefined);
    const question = await asked;
    expect(question.type()).toBe('beforeunload');
    await question.dismiss();
    await left;
    expect(await dialog(page).isVisible()).toBe(true);

    await save(page);
    expect(await traces(page, key)).toEqual([]);
    // The dialog leaves nothing behind.
    expect(await dialog(page).count()).toBe(0);
    expect(await keyNames(page)).toEqual(['once', 'old']);
    expect(await keyRow(page, 'once').getByRole('cell', { name: 'never' }).count()).toBe(1);

    // The page enters the back/forward cache.
    const second = await showNewKey(page, 'second');
    expect(await traces(page, second)).toEqual(['document']);
    await page.evaluate("dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }))");
    expect(await traces(page, second)).toEqual([]);
    await page.getByText('“second” created. It’s ready').waitFor();

    // The page is left, and returned to.
    const third = await showNewKey(page, 'third');
    await page.goto(`${service.url}/docs`);
    await page.goBack();
    await keyRow(page, 'third').waitFor();
    expect(await traces(page, third)).toEqual([]);
  });
});

test('names are shown as typed; at the limit, a key must be revoked, by typing its name', async () => {
  const names = [
    '<img src=x onerror=alert(1)>',
    'مفتاح الخادم',
    '👩‍👩‍👧 key',
    'a'.repeat(100),
    'laptop',
  ];
  const { email } = await openAccount(service, names);
  const page = await enter(service, { email });
  expect(await keyNames(page)).toEqual(names.toReversed());
  expect(await page.getByRole('table', { name: 'Keys' }).locator('img').count()).toBe(0);

  await choose(page, 'laptop', 'Rename');
  expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('laptop');
  await submit(page, 'Rename', ' desk ');
  await page.getByText('Renamed.').waitFor();
  expect(await keyNames(page)).toEqual(['desk', ...names.toReversed().slice(1)]);

  await page.getByText('You have 5 of 5 keys.').waitFor();
  const newKeyButton = page.getByRole('button', { name: 'New key' });
  expect(await newKeyButton.isDisabled()).toBe(true);
  const row = keyRow(page, 'desk');
  const button = row.getByRole('button', { name: 'Actions' });
  await choose(page, 'desk', 'Revoke');
  // Cancelled.
  await page.keyboard.press('Escape');
  await dialog(page).waitFor({ state: 'detached' });
  await row.getByText('Active').waitFor();
  expect(await button.and(page.locator(':focus')).count()).toBe(1);
  await change(page, 'desk', 'Revoke', 'des');
  await page.locator('input:invalid:focus').waitFor();
  await submit(page, 'Revoke', 'desk');
  await page.getByText('“desk” is revoked').waitFor();
  await row.getByText('Revoked').waitFor();
  expect(await row.getByRole('button').count()).toBe(0);
  await page.getByText('4 of 5 keys').waitFor();

  // An invisible name is rejected before anything is sent.
  await newKeyButton.click();
  for (const name of ['', '\u200b', 'a'.repeat(101)]) {
    await submit(page, 'Create key', name);
    await page.getByLabel('Name', { exact: true }).and(page.locator(':invalid:focus')).waitFor();
  }
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByText('4 of 5 keys').waitFor();
});

test('works by keyboard, and never loses the focus or an open menu, until the window changes', async () => {
  const page = await enter(service);
  const focused = page.locator(':focus');
  const focusedName =
    '(({ ariaLabel, innerText }) => ariaLabel ?? innerText)(document.activeElement)';
  const tabTo = async (name: string) => {
    do await page.keyboard.press('Tab');
    while ((await page.evaluate(focusedName)) !== name);
  };
  await tabTo('Create key');
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.type('by hand');
  await page.keyboard.press('Enter');
  await shownKey(page);
  await tabTo('I have saved it');
  await page.keyboard.press('Enter');
  await page.getByText('created. It’s ready to use').waitFor();
  await page.getByRole('heading', { name: 'Keys', exact: true }).and(focused).waitFor();
  await tabTo('Actions');
  await page.keyboard.press('Enter');
  await tabTo('Revoke');
  const read = page.waitForResponse('**/account/usage');
  await comeBack(page);
  await read;
  await page.getByRole('button', { name: 'Revoke' }).and(focused).waitFor();
  await page.setViewportSize({ width: 1_200, height: 720 });
  await page.getByRole('button', { name: 'Revoke' }).waitFor({ state: 'hidden' });
  await page.keyboard.press('Enter');
  await tabTo('Revoke');
  await page.keyboard.press('Enter');
  await page.keyboard.type('by hand');
  await page.keyboard.press('Enter');
  await page.getByText('“by hand” is revoked').waitFor();
  await page.getByRole('heading', { name: 'Keys', exact: true }).and(focused).waitFor();
  await page.setViewportSize({ width: 1_280, height: 720 });
});

test('usage: each key has its own numbers; a key rotated without grace ends', async () => {
  const { email, keys } = await openAccount(service, ['first', 'second']);
  const [{ key: first }, { key: second, item: secondItem }] = keys;
  for (const key of [first, second, second]) await callWith(service, key);
  const page = await enter(service, { email });
  await keyRow(page, 'first').getByText('29 of 30').waitFor();
  await keyRow(page, 'second').getByText('28 of 30').waitFor();
  const bars = async (title: string) => {
    await page.getByRole('table', { name: title }).waitFor();
    return [
      (await counts(page, 'Last 24 hours')).filter((count) => count > 0),
      (await counts(page, 'Last 30 days')).filter((count) => count > 0),
    ];
  };
  // The hour may end between two calls.
  const sums = (numbers: readonly (readonly number[])[]) =>
    numbers.map((some) => some.reduce((sum, count) => sum + count, 0));
  expect(sums(await bars('Last 24 hours 3 requests'))).toEqual([3, 3]);
  const choice = page.getByLabel('Requests of');
  await choice.selectOption(secondItem.id);
  expect(sums(await bars('Last 24 hours 2 requests'))).toEqual([2, 2]);
  await callWith(service, second);
  await comeBack(page);
  expect(sums(await bars('Last 24 hours 3 requests'))).toEqual([3, 3]);
  expect(await choice.inputValue()).toBe(secondItem.id);
  await choose(page, 'second', 'Rotate');
  await page.getByLabel('Now').check();
  await submit(page, 'Rotate');
  await page.getByText('The old key stops working within a minute.').waitFor();
  await save(page);
  const [upper, lower] = await page.getByRole('row', { name: 'second' }).allInnerTexts();
  expect(upper).toMatch('Active');
  expect(lower).toMatch('Expired');
  await page.getByText('2 of 5 keys').waitFor();
});

test('success messages disappear with the next action or after some time', async () => {
  const { email } = await openAccount(service, ['laptop']);
  const page = await enter(service, { email, before: holdsTimers });
  const said = page.getByText('Renamed.');
  await rename(page, 'laptop', 'laptop 2');
  await page.getByLabel('Requests of').selectOption({ index: 1 });
  await said.waitFor({ state: 'detached' });

  await rename(page, 'laptop', 'laptop 3');
  await comeBack(page);
  expect(await said.count()).toBe(1);
  await page.evaluate('elapse(10_000)');
  await said.waitFor({ state: 'detached' });
});

test('a handed-over key is gone after signing out, and a typed one stays in its tab', async () => {
  const page = await enter(service);
  const typed = await showNewKey(page, 'typed');
  await save(page);
  const handed = await showNewKey(page, 'handed over');
  const [playground] = await Promise.all([
    page.waitForEvent('popup'),
    page.getByRole('button', { name: 'Try it in the playground' }).click(),
  ]);
  await playground.locator('#line', { hasText: 'Your new key is used' }).waitFor();
  const field = playground.getByLabel('Your API key');
  expect(await field.inputValue()).toBe(handed);
  expect(playground.url()).toBe(`${service.url}/`);
  expect(await page.evaluate("'handedKey' in window")).toBe(false);
  await playground.getByRole('button', { name: 'Send', exact: true }).click();
  await playground.locator('#line', { hasText: '29 of 30 requests left' }).waitFor();
  expect(await traces(playground, handed)).toEqual(['fields']);
  await save(page);

  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByRole('heading', { name: 'You are signed out' }).waitFor();
  while ((await field.inputValue()) !== '') await playground.waitForTimeout(50);
  expect(await playground.content()).not.toContain(handed);

  await field.fill(typed);
  await field.blur();
  await playground.reload();
  expect(await field.inputValue()).toBe(typed);
});

const fits = async (page: Page) => {
  expect(await overflow(page)).toBe(0);
};

/** Checks the page, or a new part of it. */
const look = async (page: Page, part?: string) => {
  expect(await accessibilityFaults(page, { part })).toEqual([]);
  await fits(page);
};

const longAddress = () => `${'very.'.repeat(8)}long.${newAddress()}`;
const longNames = ['W'.repeat(100), 'a long name of many words '.repeat(4).slice(0, 100)] as const;

/** Checks that names take at most two lines, and that rows stay in their section. */
const rowsFit = async (page: Page, sizes = ['']) => {
  const lines = `[...document.querySelectorAll('.keys bdi')].map((name) =>
    Math.round(name.clientHeight / Number.parseFloat(getComputedStyle(name).lineHeight)))`;
  const beyond = `{
    const section = document.querySelector('.keys').closest('section');
    const { right } = section.getBoundingClientRect();
    const edge = right - Number.parseFloat(getComputedStyle(section).paddingRight);
    [...document.querySelectorAll('.keys tbody *')]
      .filter((part) => part.getBoundingClientRect().right > edge)
      .map(({ tagName, textContent }) => tagName + ' ' + textContent);
  }`;
  for (const size of sizes) {
    await page.evaluate(`void (document.documentElement.style.fontSize = '${size}')`);
    expect(Math.max(...(await page.evaluate<number[]>(lines)))).toBe(2);
    expect(await page.evaluate(beyond)).toEqual([]);
  }
};

/** Opens an account with a rotated key that is still active. */
const openPair = async (email: string) => {
  const { keys, call } = await openAccount(service, [longNames[0]], email);
  await call('POST', `/keys/${keys[0].item.id}/rotate`, { grace_seconds: 3_600 });
};

test('axe finds nothing, and nothing overflows, on a phone in all states, and with keys in a table', async () => {
  const page = await visit(service, { screen: 'phone', expected: /401|503/ });
  await look(page);
  const email = longAddress();
  await signIn(page, email);
  await page.getByRole('heading', { name: 'Create your first key' }).waitFor();
  await look(page);

  await openPair(email);
  await page.getByRole('button', { name: 'New key' }).click();
  await page.getByRole('button', { name: 'Create key' }).click();
  await look(page, 'dialog');
  await submit(page, 'Create key', longNames[1]);
  const key = await shownKey(page);
  await look(page, 'dialog');
  await save(page);
  await look(page);
  await callWith(service, key);

  // The other dialogs have the same parts.
  for (const [button, see] of [
    ['Rename', fits],
    ['Delete account', fits],
    ['Revoke', look],
    ['Rotate', look],
  ] as const) {
    if (button !== 'Delete account') {
      await page.getByRole('button', { name: 'Actions' }).first().click();
      const beyondCard = `document.querySelector('.choices:popover-open').getBoundingClientRect().right -
        document.querySelector('.keys').getBoundingClientRect().right`;
      expect(await page.evaluate(beyondCard)).toBeLessThan(1);
    }
    await page.getByRole('button', { name: button }).filter({ visible: true }).first().click();
    await dialog(page).waitFor();
    await see(page, 'dialog');
    await page.getByRole('button', { name: 'Cancel' }).click();
  }

  await page.getByText('Replaces the key below').waitFor();
  await rowsFit(page, ['150%', '']);
  await comeBack(page);
  await page.getByText('1 request').first().waitFor();
  await look(page);
  const phone = page.viewportSize();
  await page.setViewportSize({ width: 1280, height: 720 });
  await look(page);
  await rowsFit(page);
  if (phone) await page.setViewportSize(phone);
  await page.route('**/account', (route) => route.fulfill({ status: 503, body: '{}' }));
  await comeBack(page);
  await page.getByText('The service failed (503)').waitFor();
  await look(page);
  await page.route('**/account', (route) => route.fulfill({ status: 401, body: '{}' }));
  await comeBack(page);
  await page.getByRole('heading', { name: 'Your session has ended' }).waitFor();
  await look(page);
});

test('on a stage with demo keys, the dashboard says that none is needed, and leads to the playground', async () => {
  const demo = await sharedDemo();
  const page = await open(`${demo.url}/dashboard`, { screen: 'phone' });
  await page.getByText('any key works').waitFor();
  await look(page);
  await page.getByRole('main').getByRole('link', { name: 'playground' }).click();
  await page.getByText('Any key works here').waitFor();
  expect(await page.getByRole('link', { name: /Dashboard|Get a key/ }).count()).toBe(0);
});

test('on a stage with issued keys, the code of the reference has a variable for the key', async () => {
  const page = await open(`${service.url}/docs#shout`);
  await page.locator('[name=key]').filter({ visible: true }).first().fill('amp_prod_secret');
  const samples = (await page.locator('.sample').allTextContents()).join();
  expect(samples).toContain('X-API-Key: $AMPLIFY_KEY');
  expect(samples).not.toContain('secret');
});
