/** The dashboard: keys, from nothing to done. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { type SharedService, sharedProduction } from '../service.ts';
import { newAddress } from '../sign-in.ts';
import {
  callAs,
  comeBack,
  dialog,
  enter,
  keyNames,
  keyRow,
  makeKey,
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

/** Calls the API as a program does. */
const call = (voice: string, key: string) =>
  fetch(`${service.url}/v1/${voice}`, {
    method: 'POST',
    headers: { 'X-API-Key': key, 'Content-Type': 'application/json' },
    body: '{"text":"hello"}',
  });

/** What a chart's table says, from the oldest on. */
const counts = async (page: Page, name: string): Promise<readonly number[]> => {
  const cells = await page.getByRole('table', { name }).getByRole('cell').allInnerTexts();
  return cells.map(Number);
};

/** Where on a page, or in what it keeps, a text stands. */
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
  await page.getByText('No keys yet. Create one to make your first call.').waitFor();

  await page.getByRole('button', { name: 'New key' }).click();
  await page.getByLabel('Name').fill('nightly build');
  await page.getByLabel('Expires').selectOption('In 90 days');
  await page.getByRole('button', { name: 'Create key' }).click();
  const key = await shownKey(page);
  expect(key).toMatch(/^amp_prod_\w{39}$/);
  const line = await dialog(page).locator('code').last().innerText();
  await page.getByRole('button', { name: 'Copy key' }).click();
  await page.getByText('Copied the key.').waitFor();
  await save(page);
  expect(await keyRow(page, 'nightly build').innerText()).toMatch(
    new RegExp(`${key.slice(0, 13)}…[^]*Active[^]*30 of 30[^]*never`),
  );

  const { stdout } = await run('sh', ['-c', `${line} --silent`]);
  expect(JSON.parse(stdout)).toMatchObject({ original: 'hello', result: 'HELLO' });
  await comeBack(page);
  await keyRow(page, 'nightly build').getByText('29 of 30').waitFor();
  await keyRow(page, 'nightly build').getByText('just now').waitFor();
  await page.getByText('1 accepted').first().waitFor();
  expect((await counts(page, 'Calls by hour')).at(-1)).toBe(1);
  expect((await counts(page, 'Calls by day')).at(-1)).toBe(1);

  await keyRow(page, 'nightly build').getByRole('button', { name: 'Rotate' }).click();
  await page.getByLabel('In 1 hour').check();
  await dialog(page).getByRole('button', { name: 'Rotate' }).click();
  const second = await shownKey(page);
  await save(page);
  const [upper, lower] = await page.getByRole('row', { name: 'nightly build' }).allInnerTexts();
  expect(upper).toMatch('Replaces the key below');
  expect(lower).toMatch('Works until');
  expect(second).not.toBe(key);
  expect((await call('whisper', key)).status).toBe(200);
  expect((await call('whisper', second)).status).toBe(200);

  await revoke(page, 'nightly build');
  await page.getByText('everywhere within a minute').waitFor();
  // A function that has not met the key: those that have may take it for a minute.
  expect((await call('scream', second)).status).toBe(401);
  expect((await call('scream', key)).status).toBe(200);

  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByText('Sign in with your e-mail address').waitFor();
  await signIn(page, newAddress());
  await page.getByText('No keys yet').waitFor();
  expect(await page.content()).not.toContain('nightly build');
});

describe('a fresh key', () => {
  test('stands nowhere once it is saved', async () => {
    const page = await enter(service);
    const key = await makeKey(page, 'nightly build');
    expect(await traces(page, key)).toEqual([]);
    // Where it was on the screen, there is nothing left to find.
    expect(await dialog(page).count()).toBe(0);
  });

  test('is not there any more when the page is left, though the browser keeps the page', async () => {
    const page = await enter(service);
    const key = await showNewKey(page, 'nightly build');
    expect(await traces(page, key)).toEqual(['document']);
    await page.evaluate("dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }))");
    expect(await traces(page, key)).toEqual([]);
    await keyRow(page, 'nightly build').waitFor();
  });

  test('is not there any more when the page is gone back to', async () => {
    const page = await enter(service);
    const key = await showNewKey(page, 'nightly build');
    await page.goto(`${service.url}/playground`);
    await page.goBack();
    await page.getByRole('button', { name: 'Sign in' }).waitFor();
    expect(await traces(page, key)).toEqual([]);
  });

  test('is not lost by a slip: neither by Escape, nor by leaving the page', async () => {
    const page = await enter(service);
    await showNewKey(page, 'nightly build');
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
    await page.goto(`${service.url}/playground`);
  });

  test('is taken to the playground in one click, and through no address', async () => {
    const page = await enter(service);
    const key = await showNewKey(page, 'nightly build');
    const [playground] = await Promise.all([
      page.waitForEvent('popup'),
      page.getByRole('button', { name: 'Try it in the playground' }).click(),
    ]);
    await playground.getByRole('button', { name: '30 of 30 calls left' }).waitFor();
    expect(await playground.getByLabel('Your API key').inputValue()).toBe(key);
    expect(playground.url()).toBe(`${service.url}/playground`);
    await playground.getByRole('button', { name: 'Amplify' }).click();
    await playground.getByRole('button', { name: '29 of 30 calls left' }).waitFor();
    await playground.reload();
    expect(await playground.getByLabel('Your API key').inputValue()).toBe(key);
    await save(page);
    expect(await traces(page, key)).toEqual([]);
  });

  test('is given to a playground by nobody but the dashboard that opened it', async () => {
    const page = await visit(service);
    await page.goto(`${service.url}/playground`);
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

describe('a name', () => {
  test('that nobody could read is refused before anything is sent', async () => {
    const page = await enter(service);
    await page.getByRole('button', { name: 'New key' }).click();
    for (const name of [
      '',
      '   ',
      '\u200b',
      'a'.repeat(101),
      'a'.repeat(10_000),
      'tab\there',
      'turned \u202e round',
    ]) {
      await page.getByLabel('Name').fill(name);
      await page.getByRole('button', { name: 'Create key' }).click();
      await page.getByLabel('Name').and(page.locator(':invalid:focus')).waitFor();
    }
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByText('0 of 5 keys').waitFor();
  });

  test('is shown as it is, whatever it looks like', async () => {
    const names = ['<img src=x onerror=alert(1)>', 'مفتاح الخادم', '👩‍👩‍👧 key', 'a'.repeat(100)];
    const page = await enter(service);
    for (const name of names) await makeKey(page, name);
    expect(await keyNames(page)).toEqual(names.toReversed());
    expect(await page.getByRole('table', { name: 'Keys' }).locator('img').count()).toBe(0);
  });

  test('can be changed', async () => {
    const page = await enter(service);
    await makeKey(page, 'first');
    await keyRow(page, 'first').getByRole('button', { name: 'Rename' }).click();
    expect(await page.getByLabel('Name').inputValue()).toBe('first');
    await page.getByLabel('Name').fill(' second ');
    await dialog(page).getByRole('button', { name: 'Rename' }).click();
    await page.getByText('Renamed.').waitFor();
    expect(await keyNames(page)).toEqual(['second']);
  });
});

describe('a key is revoked', () => {
  test('only when its name is typed', async () => {
    const page = await enter(service);
    await makeKey(page, 'laptop');
    await keyRow(page, 'laptop').getByRole('button', { name: 'Revoke' }).click();
    await page.getByLabel('Type the key’s name').fill('lap');
    await dialog(page).getByRole('button', { name: 'Revoke' }).click();
    await page.locator('input:invalid:focus').waitFor();
    await page.getByLabel('Type the key’s name').fill('laptop');
    await dialog(page).getByRole('button', { name: 'Revoke' }).click();
    await page.getByText('“laptop” is revoked').waitFor();
    const row = keyRow(page, 'laptop');
    await row.getByText('Revoked').waitFor();
    expect(await row.getByRole('button').count()).toBe(0);
  });

  test('not when it is called off', async () => {
    const page = await enter(service);
    await makeKey(page, 'laptop');
    const button = keyRow(page, 'laptop').getByRole('button', { name: 'Revoke' });
    await button.click();
    await page.keyboard.press('Escape');
    await dialog(page).waitFor({ state: 'detached' });
    await keyRow(page, 'laptop').getByText('Active').waitFor();
    expect(await button.and(page.locator(':focus')).count()).toBe(1);
  });
});

test('a rotation without grace ends the old key, and leaves one', async () => {
  const page = await enter(service);
  const old = await makeKey(page, 'laptop');
  await keyRow(page, 'laptop').getByRole('button', { name: 'Rotate' }).click();
  await page.getByLabel('Now').check();
  await dialog(page).getByRole('button', { name: 'Rotate' }).click();
  await page.getByText('The old key stops working everywhere within a minute.').waitFor();
  const fresh = await shownKey(page);
  await save(page);
  const [upper, lower] = await page.getByRole('row', { name: 'laptop' }).allInnerTexts();
  expect(upper).toMatch('Active');
  expect(lower).toMatch('Expired');
  await page.getByText('1 of 5 keys').waitFor();
  expect((await call('scream', fresh)).status).toBe(200);
  expect((await call('scream', old)).status).toBe(401);
});

test('at the limit no key can be made, until one is revoked', async () => {
  const email = newAddress();
  const page = await enter(service, { email });
  await makeKey(page, 'key 1');
  const caller = await callAs(service, email);
  for (const name of ['key 2', 'key 3', 'key 4', 'key 5']) {
    await caller('POST', '/keys', { name });
  }
  await comeBack(page);
  await page.getByText('You have 5 of 5 keys.').waitFor();
  const button = page.getByRole('button', { name: 'New key' });
  expect(await button.isDisabled()).toBe(true);
  await revoke(page, 'key 3');
  await page.getByText('4 of 5 keys').waitFor();
  expect(await button.isDisabled()).toBe(false);
});

test('two clicks make one key', async () => {
  const page = await enter(service);
  await page.getByRole('button', { name: 'New key' }).dblclick();
  await page.getByLabel('Name').fill('once');
  await page.getByRole('button', { name: 'Create key' }).dblclick();
  await shownKey(page);
  await save(page);
  expect(await keyNames(page)).toEqual(['once']);
});

test('usage is shown of each key and of all', async () => {
  const page = await enter(service);
  const [first, second] = [await makeKey(page, 'first'), await makeKey(page, 'second')];
  await call('shout', first);
  for (const voice of ['shout', 'scream']) await call(voice, second);
  await comeBack(page);
  const shown = async (choice: string, count: number, left: string) => {
    await page.getByLabel('Calls of').selectOption({ label: choice });
    await page.getByText(`${count} accepted`).first().waitFor();
    await page.getByText(left).waitFor();
    expect((await counts(page, 'Calls by hour')).at(-1)).toBe(count);
  };
  await page.getByText('3 accepted').first().waitFor();
  await shown(`first (${first.slice(0, 13)}…)`, 1, '29 of 30 calls left');
  await shown(`second (${second.slice(0, 13)}…)`, 2, '28 of 30 calls left');
  await shown('all keys', 3, '57 of 60 calls left');
  await page.getByRole('button', { name: 'Show as tables' }).click();
  await page.getByRole('table', { name: 'Calls by day' }).getByText('3').last().waitFor();
});

test('a keyboard is enough, and the focus is never lost', async () => {
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
  await page.getByText('is made, and works').waitFor();
  await page.getByRole('button', { name: 'New key' }).and(focused).waitFor();
  await tabTo('Revoke');
  await page.keyboard.press('Enter');
  await page.keyboard.type('by hand');
  await page.keyboard.press('Enter');
  await page.getByText('“by hand” is revoked').waitFor();
  await page.getByRole('heading', { name: 'Keys', exact: true }).and(focused).waitFor();
});
