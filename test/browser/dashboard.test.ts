/**
 * Keys, numbers and messages on the dashboard.
 *
 * @jest-environment ./test/browser/jest-environment.ts
 */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { type SharedService, sharedProduction } from '../support/service.ts';
import { newAddress } from '../support/sign-in.ts';
import { open } from './chromium.ts';
import {
  callWith,
  choose,
  comeBack,
  dialog,
  enter,
  keyNames,
  keyRow,
  openAccount,
  revoke,
  save,
  showNewKey,
  shownKey,
  signIn,
  visit,
} from './dashboard.ts';

let service: SharedService;
beforeAll(async () => {
  service = await sharedProduction();
});

const run = promisify(execFile);

/** A computed style of an element. */
const styleOf = (page: Page, selector: string, property: string): Promise<string> =>
  page.evaluate(`getComputedStyle(document.querySelector('${selector}')).${property}`);

/** The rows of a chart's table, the oldest first. */
const counts = async (page: Page, name: string): Promise<readonly number[]> => {
  const cells = await page.getByRole('table', { name }).getByRole('cell').allInnerTexts();
  return cells.map(Number);
};

/** The queries of usage that a page sent. */
const usageQueries = (page: Page): Promise<readonly string[]> =>
  page.evaluate(`performance.getEntriesByType('resource').flatMap(({ name }) => {
    const { pathname, search } = new URL(name);
    return pathname === '/account/usage' ? search : [];
  })`);

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
  await signIn(page, newAddress());
  await page.getByText('No keys yet. Create one to send your first request.').waitFor();

  await page.getByRole('button', { name: 'New key' }).click();
  await page.getByLabel('Name', { exact: true }).fill('nightly build');
  await page.getByLabel('Expires').selectOption('In 90 days');
  await page.getByRole('button', { name: 'Create key' }).click();
  const key = await shownKey(page);
  expect(key).toMatch(/^amp_prod_\w{39}$/);
  const line = await dialog(page).locator('code').last().innerText();
  await page.getByRole('button', { name: 'Copy key' }).click();
  await page.getByText('Copied the key.').waitFor();
  await save(page);
  await keyRow(page, 'nightly build').getByText('never').first().waitFor();
  expect(await keyRow(page, 'nightly build').innerText()).toMatch(
    new RegExp(`${key.slice(0, 13)}…[^]*Active`),
  );

  const { stdout } = await run('sh', ['-c', `${line} --silent`]);
  expect(JSON.parse(stdout)).toMatchObject({ original: 'hello', result: 'HELLO' });
  await comeBack(page);
  await keyRow(page, 'nightly build').getByText('29 of 30').waitFor();
  // Precise to the window, which is an hour.
  await keyRow(page, 'nightly build')
    .getByText(/just now|minutes ago/)
    .waitFor();
  await page.getByText('1 accepted').first().waitFor();
  expect((await counts(page, 'Requests by hour')).at(-1)).toBe(1);
  expect((await counts(page, 'Requests by day')).at(-1)).toBe(1);

  await choose(page, 'nightly build', 'Rotate');
  await page.getByLabel('In 1 hour').check();
  await dialog(page).getByRole('button', { name: 'Rotate' }).click();
  const second = await shownKey(page);
  await save(page);
  const [upper, lower] = await page.getByRole('row', { name: 'nightly build' }).allInnerTexts();
  expect(upper).toMatch('Replaces the key below');
  expect(lower).toMatch('Works until');
  expect(second).not.toBe(key);
  expect((await callWith(service, key, 'whisper')).status).toBe(200);
  expect((await callWith(service, second, 'whisper')).status).toBe(200);

  await revoke(page, 'nightly build');
  await page.getByText('Requests with it will fail within a minute').waitFor();
  // A function that has not cached the account.
  expect((await callWith(service, second, 'scream')).status).toBe(401);
  expect((await callWith(service, key, 'scream')).status).toBe(200);

  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByRole('heading', { name: 'You are signed out' }).waitFor();
  expect(await page.content()).not.toContain('nightly build');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByLabel('E-mail').waitFor();
});

describe('a fresh key', () => {
  test('waits for its first call, and a hidden page asks nothing', async () => {
    const page = await enter(service);
    const reads: string[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/v1/rate-limits')) reads.push(request.url());
    });
    const key = await showNewKey(page, 'first');
    await page.getByText('Waiting for your first request').waitFor();
    const hide = (state: string) =>
      page.evaluate(`{
        Object.defineProperty(document, 'visibilityState', { value: '${state}', configurable: true });
        document.dispatchEvent(new Event('visibilitychange'));
      }`);
    await hide('hidden');
    await page.waitForTimeout(5_000);
    expect(reads).toEqual([]);
    await callWith(service, key);
    await hide('visible');
    await page
      .getByText(/Your first request arrived at \d\d:\d\d:\d\d/)
      .first()
      .waitFor();
    await save(page);
    await keyRow(page, 'first').getByText('29 of 30').waitFor();
  });

  test('is created once by two clicks, is not lost by accident, and is gone once it is saved or left', async () => {
    const page = await enter(service);
    await page.getByRole('button', { name: 'New key' }).dblclick();
    await page.getByLabel('Name', { exact: true }).fill('once');
    await page.getByRole('button', { name: 'Create key' }).dblclick();
    const key = await shownKey(page);

    // Neither by Escape nor by leaving the page.
    await page.keyboard.press('Escape');
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
    expect(await keyNames(page)).toEqual(['once']);

    // The page enters the back/forward cache.
    const second = await showNewKey(page, 'second');
    expect(await traces(page, second)).toEqual(['document']);
    await page.evaluate("dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }))");
    expect(await traces(page, second)).toEqual([]);
    await page.getByText('“second” created. It’s ready').waitFor();

    // The page is left, and returned to.
    const third = await showNewKey(page, 'third');
    await page.goto(`${service.url}/playground`);
    await page.goBack();
    await keyRow(page, 'third').waitFor();
    expect(await traces(page, third)).toEqual([]);
  });

  test('is accepted by a playground only from the dashboard that opened it', async () => {
    const page = await open(`${service.url}/playground`);
    const plant = "postMessage({ amplifyKey: 'amp_prod_planted' }, location.origin)";
    await page.evaluate(plant);
    const [opened] = await Promise.all([
      page.waitForEvent('popup'),
      page.evaluate("void open('/playground')"),
    ]);
    await opened.getByLabel('Your API key').waitFor({ state: 'attached' });
    await opened.evaluate(plant);
    for (const playground of [page, opened]) {
      expect(await playground.getByLabel('Your API key').inputValue()).toBe('');
    }
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
  await page.getByLabel('Name', { exact: true }).fill(' desk ');
  await dialog(page).getByRole('button', { name: 'Rename' }).click();
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
  await choose(page, 'desk', 'Revoke');
  await page.getByLabel('Type the key’s name').fill('des');
  await dialog(page).getByRole('button', { name: 'Revoke' }).click();
  await page.locator('input:invalid:focus').waitFor();
  await page.getByLabel('Type the key’s name').fill('desk');
  await dialog(page).getByRole('button', { name: 'Revoke' }).click();
  await page.getByText('“desk” is revoked').waitFor();
  await row.getByText('Revoked').waitFor();
  expect(await row.getByRole('button').filter({ visible: true }).count()).toBe(0);
  await page.getByText('4 of 5 keys').waitFor();

  // An invisible name is rejected before anything is sent.
  await newKeyButton.click();
  for (const name of ['', '\u200b', 'a'.repeat(101)]) {
    await page.getByLabel('Name', { exact: true }).fill(name);
    await page.getByRole('button', { name: 'Create key' }).click();
    await page.getByLabel('Name', { exact: true }).and(page.locator(':invalid:focus')).waitFor();
  }
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByText('4 of 5 keys').waitFor();
});

test('works by keyboard, and never loses the focus', async () => {
  const page = await enter(service);
  const focused = page.locator(':focus');
  const tabTo = async (name: string) => {
    do await page.keyboard.press('Tab');
    while ((await focused.innerText()) !== name);
  };
  await tabTo('New key');
  await page.keyboard.press('Enter');
  await page.keyboard.type('by hand');
  await page.keyboard.press('Enter');
  await shownKey(page);
  await tabTo('I have saved it');
  await page.keyboard.press('Enter');
  await page.getByText('created. It’s ready to use').waitFor();
  await page.getByRole('button', { name: 'New key' }).and(focused).waitFor();
  await tabTo('Actions');
  await page.keyboard.press('Enter');
  await tabTo('Revoke');
  await page.keyboard.press('Enter');
  await page.keyboard.type('by hand');
  await page.keyboard.press('Enter');
  await page.getByText('“by hand” is revoked').waitFor();
  await page.getByRole('heading', { name: 'Keys', exact: true }).and(focused).waitFor();
});

test('usage: each key has its own quota and chart, and a curl line until its first call; a key rotated without grace ends', async () => {
  const { email, keys } = await openAccount(service, ['first', 'second']);
  const [{ key: first, item: firstItem }, { key: second, item: secondItem }] = keys;
  const page = await enter(service, { email });
  const select = (id: string) => page.getByLabel('Requests of').selectOption(id);
  const latest = async (title: string) => (await counts(page, title)).at(-1);
  const quota = page.locator('#quota');
  await page.getByText('No requests in the last 30 days.').waitFor();
  expect(await quota.isVisible()).toBe(false);

  await select(secondItem.id);
  // Compares the gauge with the chart whenever the section changes.
  await page.evaluate(`{
    globalThis.contradictions = [];
    const section = document.querySelector('#usage');
    const textOf = (selector) => section.querySelector(selector).textContent;
    new MutationObserver(() => {
      const used = 30 - Number.parseInt(textOf('.left'), 10);
      const counted = Number.parseInt(textOf('#hours .sum'), 10);
      if (used !== counted) contradictions.push([used, counted]);
    }).observe(section, { subtree: true, childList: true, characterData: true });
  }`);
  for (const used of [1, 2, 3]) {
    await callWith(service, second);
    await comeBack(page);
    await page.getByText(`${30 - used} of 30 slots left`).waitFor();
    await page.getByText(`${used} accepted`).first().waitFor();
    await keyRow(page, 'second')
      .getByText(`${30 - used} of 30`)
      .waitFor();
  }
  expect(await page.evaluate('contradictions')).toEqual([]);
  expect(await latest('Requests by hour')).toBe(3);

  await select(firstItem.id);
  await page.getByText('30 of 30 slots left').waitFor();
  await page.getByText(`Put ${firstItem.start}… into AMPLIFY_KEY`).waitFor();
  for (const part of ['#charts', '#as-tables']) {
    expect(await page.locator(part).isVisible()).toBe(false);
  }
  await page.getByRole('button', { name: 'Copy curl line' }).click();
  await page.getByText('Copied the curl line.').waitFor();
  const line = await page.locator('#first-curl').innerText();
  const { stdout } = await run('sh', ['-c', `${line} --silent`], {
    env: { ...process.env, AMPLIFY_KEY: first },
  });
  expect(JSON.parse(stdout)).toMatchObject({ result: 'HELLO' });
  await comeBack(page);
  await page.getByText('1 accepted').first().waitFor();
  expect(await page.locator('#first-call').isVisible()).toBe(false);
  expect(await latest('Requests by hour')).toBe(1);

  await page.getByLabel('Requests of').selectOption({ label: 'all keys' });
  await page.getByText('4 accepted').first().waitFor();
  expect([await latest('Requests by hour'), await latest('Requests by day')]).toEqual([4, 4]);
  expect(await quota.isVisible()).toBe(false);
  expect(await page.getByText('of 60').count()).toBe(0);
  for (const chart of ['#hours', '#days']) {
    expect(await page.locator(`${chart} .scale span`).allInnerTexts()).toEqual(['4', '2', '0']);
  }

  // The last 24 hours, the last 30 days once, then what is new.
  const day = (ago: number) => {
    const start = (Math.floor(Date.now() / 86_400_000) - ago) * 86_400_000;
    return `?from=${new Date(start).toISOString()}`;
  };
  expect((await usageQueries(page)).slice(0, 3)).toEqual(['', day(29), day(0)]);

  const tables = page.getByRole('button', { name: 'Show as tables' });
  const look = () => styleOf(page, '#as-tables', 'backgroundColor');
  const released = await look();
  await tables.click();
  await page.mouse.move(0, 0);
  await page.getByRole('table', { name: 'Requests by day' }).getByText('4').last().waitFor();
  expect(await tables.getAttribute('aria-pressed')).toBe('true');
  expect(await look()).not.toBe(released);
  await tables.click();
  await page.mouse.move(0, 0);
  expect(await look()).toBe(released);

  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    const colour = await styleOf(page, '#delete-account', 'color');
    const [red = 0, green = 0, blue = 0] = (colour.match(/\d+/g) ?? []).map(Number);
    expect(red).toBeGreaterThan(1.5 * Math.max(green, blue));
  }
  await page.emulateMedia({ colorScheme: 'light' });

  await choose(page, 'second', 'Rotate');
  await page.getByLabel('Now').check();
  await dialog(page).getByRole('button', { name: 'Rotate' }).click();
  await page.getByText('The old key stops working within a minute.').waitFor();
  const fresh = await shownKey(page);
  await save(page);
  const [upper, lower] = await page.getByRole('row', { name: 'second' }).allInnerTexts();
  expect(upper).toMatch('Active');
  expect(lower).toMatch('Expired');
  await page.getByText('2 of 5 keys').waitFor();
  // A function that has not cached the old key.
  expect((await callWith(service, fresh, 'scream')).status).toBe(200);
  expect((await callWith(service, second, 'scream')).status).toBe(401);
});

test('success messages disappear with the next action or after ten seconds', async () => {
  const { email } = await openAccount(service, ['laptop']);
  const page = await enter(service, { email });
  const said = page.locator('#said');
  const rename = async (name: string) => {
    await choose(page, 'laptop', 'Rename');
    await page.getByLabel('Name', { exact: true }).fill(name);
    await dialog(page).getByRole('button', { name: 'Rename' }).click();
    await said.getByText('Renamed.').waitFor();
  };
  await rename('laptop 2');
  await page.getByLabel('Requests of').selectOption({ index: 1 });
  expect(await said.innerText()).toBe('');

  await rename('laptop 3');
  await comeBack(page);
  expect(await said.innerText()).toBe('Renamed.');
  await said.getByText('Renamed.').waitFor({ state: 'detached', timeout: 12_000 });
});

test('a handed-over key is gone after signing out, and a typed one stays in its tab', async () => {
  const email = newAddress();
  const page = await enter(service, { email });
  const open = async () => {
    const [playground] = await Promise.all([
      page.waitForEvent('popup'),
      page.getByRole('button', { name: 'Try it in the playground' }).click(),
    ]);
    await playground.getByRole('button', { name: '30 slots left' }).waitFor();
    return playground;
  };
  const field = (playground: Page) => playground.getByLabel('Your API key');
  const typed = await showNewKey(page, 'typed');
  await save(page);
  const handed = await showNewKey(page, 'handed over');
  const playground = await open();
  expect(await field(playground).inputValue()).toBe(handed);
  expect(playground.url()).toBe(`${service.url}/playground`);
  await playground.getByRole('button', { name: 'Amplify' }).click();
  await playground.getByRole('button', { name: '29 slots left' }).waitFor();
  expect(await traces(playground, handed)).toEqual(['fields']);
  await playground.getByRole('button', { name: /^Key/ }).click();
  await playground.getByLabel('Show it').check();
  await playground.locator('#code-curl', { hasText: handed }).waitFor();
  await save(page);

  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByRole('heading', { name: 'You are signed out' }).waitFor();
  await playground.locator('#code-curl', { hasText: handed }).waitFor({ state: 'detached' });
  expect(await field(playground).inputValue()).toBe('');
  expect(await playground.content()).not.toContain(handed);

  await field(playground).fill(typed);
  await field(playground).blur();
  await playground.reload();
  expect(await field(playground).inputValue()).toBe(typed);
});
