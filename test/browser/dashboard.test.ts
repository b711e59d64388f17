/** The dashboard: from nothing to done, in bad weather, and for everybody, on any screen. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, test } from '@jest/globals';
import type { Page, Route } from 'playwright-core';
import { type SharedService, sharedDemo, sharedProduction } from '../service.ts';
import { newAddress } from '../sign-in.ts';
import { accessibilityFaults, open, overflow, sendOn } from './chromium.ts';
import {
  comeBack,
  dialog,
  enter,
  keyNames,
  keyRow,
  makeKey,
  openAccount,
  revoke,
  save,
  showNewKey,
  shownKey,
  signIn,
  visit,
  visitAs,
} from './dashboard.ts';

let service: SharedService;
let demo: SharedService;
beforeAll(async () => {
  [service, demo] = await Promise.all([sharedProduction(), sharedDemo()]);
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
  // As of the beginning of the window, which is a quarter of an hour.
  await keyRow(page, 'nightly build')
    .getByText(/just now|minutes ago/)
    .waitFor();
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
  expect(await page.content()).not.toContain('nightly build');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByLabel('E-mail').waitFor();
});

describe('a fresh key', () => {
  test('is made once by two clicks, is not lost by a slip, and stands nowhere once it is saved or left', async () => {
    const page = await enter(service);
    await page.getByRole('button', { name: 'New key' }).dblclick();
    await page.getByLabel('Name').fill('once');
    await page.getByRole('button', { name: 'Create key' }).dblclick();
    const key = await shownKey(page);

    // Neither by Escape, nor by leaving the page.
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    const asked = page.waitForEvent('dialog');
    const left = page.goto(`${service.url}/docs`).catch(() => undefined);
    const question = await asked;
    expect(question.type()).toBe('beforeunload');
    await question.dismiss();
    await left;
    expect(await dialog(page).isVisible()).toBe(true);

    // In one click to the playground, and through no address.
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
    // Where it was on the screen, there is nothing left to find.
    expect(await dialog(page).count()).toBe(0);
    expect(await keyNames(page)).toEqual(['once']);

    // The page is left, and the browser keeps it.
    const second = await showNewKey(page, 'second');
    expect(await traces(page, second)).toEqual(['document']);
    await page.evaluate("dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }))");
    expect(await traces(page, second)).toEqual([]);
    await keyRow(page, 'second').waitFor();

    // It is left, and gone back to.
    const third = await showNewKey(page, 'third');
    await page.goto(`${service.url}/playground`);
    await page.goBack();
    await page.getByRole('button', { name: 'Sign in' }).waitFor();
    expect(await traces(page, third)).toEqual([]);
  });

  test('is given to a playground by nobody but the dashboard that opened it', async () => {
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

test('names are shown as they are; at the limit no key can be made, until one is revoked, for which its name is typed', async () => {
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

  await keyRow(page, 'laptop').getByRole('button', { name: 'Rename' }).click();
  expect(await page.getByLabel('Name').inputValue()).toBe('laptop');
  await page.getByLabel('Name').fill(' desk ');
  await dialog(page).getByRole('button', { name: 'Rename' }).click();
  await page.getByText('Renamed.').waitFor();
  expect(await keyNames(page)).toEqual(['desk', ...names.toReversed().slice(1)]);

  await page.getByText('You have 5 of 5 keys.').waitFor();
  const newKeyButton = page.getByRole('button', { name: 'New key' });
  expect(await newKeyButton.isDisabled()).toBe(true);
  const row = keyRow(page, 'desk');
  const button = row.getByRole('button', { name: 'Revoke' });
  await button.click();
  // Called off.
  await page.keyboard.press('Escape');
  await dialog(page).waitFor({ state: 'detached' });
  await row.getByText('Active').waitFor();
  expect(await button.and(page.locator(':focus')).count()).toBe(1);
  await button.click();
  await page.getByLabel('Type the key’s name').fill('des');
  await dialog(page).getByRole('button', { name: 'Revoke' }).click();
  await page.locator('input:invalid:focus').waitFor();
  await page.getByLabel('Type the key’s name').fill('desk');
  await dialog(page).getByRole('button', { name: 'Revoke' }).click();
  await page.getByText('“desk” is revoked').waitFor();
  await row.getByText('Revoked').waitFor();
  expect(await row.getByRole('button').count()).toBe(0);
  await page.getByText('4 of 5 keys').waitFor();

  // What nobody could read is refused before anything is sent.
  await newKeyButton.click();
  for (const name of ['', '\u200b', 'a'.repeat(101)]) {
    await page.getByLabel('Name').fill(name);
    await page.getByRole('button', { name: 'Create key' }).click();
    await page.getByLabel('Name').and(page.locator(':invalid:focus')).waitFor();
  }
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByText('4 of 5 keys').waitFor();
});

test('usage is shown of each key and of all; a key rotated without grace ends, and leaves one', async () => {
  const { email, keys } = await openAccount(service, ['first', 'second']);
  const [{ key: first }, { key: second }] = keys;
  await call('shout', first);
  for (const voice of ['shout', 'whisper']) await call(voice, second);
  const page = await enter(service, { email });
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

  await keyRow(page, 'second').getByRole('button', { name: 'Rotate' }).click();
  await page.getByLabel('Now').check();
  await dialog(page).getByRole('button', { name: 'Rotate' }).click();
  await page.getByText('The old key stops working everywhere within a minute.').waitFor();
  const fresh = await shownKey(page);
  await save(page);
  const [upper, lower] = await page.getByRole('row', { name: 'second' }).allInnerTexts();
  expect(upper).toMatch('Active');
  expect(lower).toMatch('Expired');
  await page.getByText('2 of 5 keys').waitFor();
  // A function that has not met the old key.
  expect((await call('scream', fresh)).status).toBe(200);
  expect((await call('scream', second)).status).toBe(401);
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

/** The errors that a browser notes of answers that are none. */
const expected = /Failed to load resource|ERR_FAILED|violates|403|404|409|410|429|50\d|401/;

const fulfil = (status: number, body: unknown) => (route: Route) =>
  route.fulfill({ status, contentType: 'application/json', body: JSON.stringify(body) });

/** Every request for the account and its keys. */
const account = /\/account(?:\/|$)/;

/** What of a sign-in stands where a script, or whoever uses the computer next, could find it. */
const kept = (page: Page): Promise<string> =>
  page.evaluate('JSON.stringify({ ...sessionStorage, ...localStorage, cookie: document.cookie })');

describe('signing in', () => {
  /** A clock that is off, which does no harm. */
  const clock = (minutes: number) =>
    `{ const { now } = Date; Date.now = () => now() + ${minutes * 60_000}; }`;

  test('is gone on with only where this page began it, and leaves no token and no code behind; by a clock that is slow', async () => {
    for (const query of ['code=stolen', 'state=forged', 'error=access_denied']) {
      // The sign-in is elsewhere, and would not be asked without a complaint.
      const foreign = await open(`${service.url}/dashboard?${query}`);
      await foreign.getByText('not begun on this page').waitFor();
      expect(foreign.url()).toBe(`${service.url}/dashboard`);
    }

    const page = await visit(service, { before: clock(-1) });
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByLabel('E-mail').waitFor();
    await page.goBack();
    const attempt = JSON.parse(
      (JSON.parse(await kept(page)) as Record<string, string>)['amplify-sign-in'] ?? '',
    );
    expect(Object.keys(attempt)).toEqual(['state', 'verifier']);
    // Of another attempt, it is refused, and has no second try.
    await page.goto(`${service.url}/dashboard?code=stolen&state=forged`);
    await page.getByText('not begun on this page').waitFor();
    expect(JSON.parse(await kept(page))).toEqual({ cookie: '' });

    const tokens = page
      .waitForResponse(`${service.signInUrl}/oauth2/token`)
      .then((answer) => answer.json());
    await signIn(page);
    expect(JSON.parse(await kept(page))).toEqual({ cookie: '' });
    expect(page.url()).toBe(`${service.url}/dashboard`);
    const { access_token: token } = (await tokens) as { access_token: string };
    expect(await page.content()).not.toContain(token);
    await page.reload();
    await page.getByRole('button', { name: 'Sign in' }).waitFor();
  });

  test('that comes to nothing says why, and can be tried again; by a clock that is fast', async () => {
    const page = await visitAs(service, newAddress(), { expected, before: clock(1) });
    const begin = () => page.getByRole('button', { name: 'Sign in' }).click();
    // No title stands there twice in a row, so that none is taken for the next.
    const down = page.getByRole('heading', { name: 'The sign-in does not answer' });
    const refused = page.getByRole('heading', { name: 'You are not signed in' });

    const provider = `${service.signInUrl}/**`;
    await page.route(provider, (route) => route.abort());
    await begin();
    await down.waitFor();
    await page.getByText('Your keys keep working.').waitFor();
    await page.unroute(provider);

    const authorization = `${service.signInUrl}/oauth2/authorize**`;
    await page.route(authorization, (route) => {
      const { searchParams } = new URL(route.request().url());
      const back = `${searchParams.get('redirect_uri')}?error=access_denied&state=${searchParams.get('state')}&iss=${encodeURIComponent(service.signInUrl)}`;
      return route.fulfill({ status: 302, headers: { Location: back } });
    });
    await begin();
    await refused.waitFor();
    await page.getByText('The sign-in was called off, or took too long.').waitFor();
    await page.unroute(authorization);

    const exchange = `${service.signInUrl}/oauth2/token`;
    await page.route(exchange, (route) => route.abort());
    await begin();
    await down.waitFor();
    await page.route(exchange, fulfil(400, { error: 'invalid_grant' }));
    await begin();
    await refused.waitFor();
    await page.route(exchange, fulfil(503, {}));
    await begin();
    await down.waitFor();
    await page.unroute(exchange);

    // Signed in, but the service does not answer.
    const again = page.getByRole('button', { name: 'Try again' });
    await page.route('**/account', (route) => route.abort());
    await begin();
    await page.getByText('No answer came.').waitFor();
    await page.getByText('Your keys keep working.').waitFor();
    await page.route('**/account', fulfil(503, { detail: 'Try again.' }));
    await again.click();
    await page.getByText('The service does not answer.').waitFor();
    await page.route('**/account', (route) => route.fulfill({ body: '<html>' }));
    await again.click();
    await page.getByText('No answer came.').waitFor();
    await page.unroute('**/account');

    // While usage is added up, the rest is as it is.
    const usage = '**/account/usage**';
    await page.route(usage, (route) =>
      route.fulfill({ status: 503, headers: { 'Retry-After': '1' }, body: '{"detail":"More."}' }),
    );
    await again.click();
    await page.getByText('No keys yet').waitFor();
    await page.getByText('There are many calls to add up').waitFor();
    await page.unroute(usage);
    await comeBack(page);
    await page.getByRole('table', { name: 'Calls by hour' }).waitFor();
  });
});

test('a session that ends leaves nothing but a key that is not saved yet, and is renewed', async () => {
  const page = await enter(service, { expected });
  const end = () => page.route(account, fulfil(401, { message: 'Unauthorized' }));
  const title = page.locator('#gate-title', { hasText: 'Your session has ended' });
  const nothingIsLeft = async () => {
    await title.waitFor();
    expect(await page.getByRole('table').count()).toBe(0);
    expect(await dialog(page).count()).toBe(0);
    expect(JSON.parse(await kept(page))).toEqual({ cookie: '' });
  };
  const renew = async () => {
    await page.unroute(account);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await keyRow(page, 'laptop').waitFor();
  };

  const key = await showNewKey(page, 'laptop');
  await end();
  await comeBack(page);
  await title.waitFor();
  expect(await shownKey(page)).toBe(key);
  await page.getByRole('button', { name: 'I have saved it' }).click();
  await nothingIsLeft();
  await renew();

  // Noticed by a page that is only looked at.
  await keyRow(page, 'laptop').getByRole('button', { name: 'Rename' }).click();
  await page.getByLabel('Name').fill('desk');
  await end();
  await comeBack(page);
  await nothingIsLeft();
  await renew();

  // Noticed by a change.
  await page.getByRole('button', { name: 'New key' }).click();
  await page.getByLabel('Name').fill('half typed');
  await end();
  await page.getByRole('button', { name: 'Create key' }).click();
  await nothingIsLeft();
});

/** What the account's endpoints answer, as far as it is altered here. */
interface Answer {
  readonly limits: object;
  readonly keys: readonly object[];
}

test('a service that is down later leaves what was read on the screen, until it answers again; what the operator, a fault or time changed is shown', async () => {
  const { email } = await openAccount(service, ['laptop']);
  const page = await enter(service, { email, expected });
  await page.route(account, fulfil(503, { detail: 'Try again.' }));
  await comeBack(page);
  const trouble = page.getByText(
    'Your keys keep working. Try again soon. What you see was read just now.',
  );
  await trouble.waitFor();
  await keyRow(page, 'laptop').waitFor();
  await keyRow(page, 'laptop').getByRole('button', { name: 'Rename' }).click();
  await page.getByLabel('Name').fill('desk');
  await dialog(page).getByRole('button', { name: 'Rename' }).click();
  await dialog(page).getByText('The service does not answer.').waitFor();
  await page.unroute(account);
  await dialog(page).getByRole('button', { name: 'Rename' }).click();
  await page.getByText('Renamed.').waitFor();
  await trouble.waitFor({ state: 'hidden' });
  expect(await keyNames(page)).toEqual(['desk']);

  // A key whose answer was lost is in the list, is not shown, and can be revoked.
  const keys = '**/account/keys';
  await page.route(keys, async (route) => {
    await sendOn(route);
    await route.abort();
  });
  await page.getByRole('button', { name: 'New key' }).click();
  await page.getByLabel('Name').fill('lost');
  await page.getByRole('button', { name: 'Create key' }).click();
  await page.getByText('The key may have been made all the same').waitFor();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await keyRow(page, 'lost').waitFor();
  expect(await page.getByRole('button', { name: 'I have saved it' }).count()).toBe(0);
  await revoke(page, 'lost');
  await page.unroute(keys);

  const row = keyRow(page, 'desk');
  const newKeyButton = page.getByRole('button', { name: 'New key' });
  /** Has the account come altered. */
  let change: (account: Answer) => unknown;
  const alter = async (altered: typeof change) => {
    change = altered;
    await comeBack(page);
  };
  await page.route('**/account', async (route) => {
    const response = await sendOn(route);
    return route.fulfill({ response, json: change(await response.json()) });
  });

  await alter((read) => ({
    ...read,
    keys: read.keys.map((key) => ({ ...key, status: 'pending', quota: null })),
  }));
  await row.getByText('Being saved').waitFor();

  await alter((read) => ({ ...read, limits: { ...read.limits, changes_left: 0 } }));
  await page.getByText('You have made the 20 changes of a day.').waitFor();
  expect(await newKeyButton.isDisabled()).toBe(true);

  await alter((read) => ({
    ...read,
    suspended_at: new Date().toISOString(),
    keys: read.keys.map((key) => ({ ...key, status: 'suspended', quota: null })),
  }));
  await page.getByText('Your account has been suspended').waitFor();
  await row.getByText('Suspended').waitFor();
  expect(await newKeyButton.isDisabled()).toBe(true);
  expect(await row.getByRole('button').allInnerTexts()).toEqual(['Revoke']);
});

test('what its owner changes elsewhere is said, is no longer to be changed here, and in two tabs does no harm; an account that is deleted there can be finished, and here only with its address typed', async () => {
  const { email, keys, call } = await openAccount(service, ['laptop']);
  const page = await enter(service, { email, expected });
  await call('POST', '/keys', { name: 'from elsewhere' });
  await comeBack(page);
  await page.getByText('Something was changed elsewhere.').waitFor();
  expect(await keyNames(page)).toEqual(['from elsewhere', 'laptop']);

  await keyRow(page, 'laptop').getByRole('button', { name: 'Rotate' }).click();
  await call('DELETE', `/keys/${keys[0].item.id}`);
  await dialog(page).getByRole('button', { name: 'Rotate' }).click();
  await page.getByText('This is how your keys stand now.').waitFor();
  expect(await dialog(page).count()).toBe(0);
  await keyRow(page, 'laptop').getByText('Revoked').waitFor();

  const other = await page.context().newPage();
  await other.goto(`${service.url}/dashboard`);
  await other.getByRole('button', { name: 'Sign in' }).click();
  for (const tab of [page, other]) {
    await keyRow(tab, 'from elsewhere').getByRole('button', { name: 'Revoke' }).click();
    await tab.getByLabel('Type the key’s name').fill('from elsewhere');
  }
  for (const tab of [page, other]) {
    await dialog(tab).getByRole('button', { name: 'Revoke' }).click();
    await tab.getByText('“from elsewhere” is revoked').waitFor();
  }
  expect(await keyNames(other)).toEqual(['from elsewhere', 'laptop']);
  await other.close();

  await call('DELETE', '');
  await comeBack(page);
  await page.getByRole('heading', { name: 'This account is deleted' }).waitFor();
  expect(await page.getByText('laptop').count()).toBe(0);
  await page.getByRole('button', { name: 'Finish deleting' }).click();
  const deleted = page.getByRole('heading', { name: 'Your account is deleted' });
  await deleted.waitFor();
  await page.reload();
  // The sign-in knows them no more.
  await signIn(page, email);
  await page.getByText('No keys yet').waitFor();

  const key = await makeKey(page, 'desk');
  await page.getByRole('button', { name: 'Delete account' }).click();
  await page.getByLabel('Type your e-mail address').fill('somebody@example.com');
  await dialog(page).getByRole('button', { name: 'Delete account' }).click();
  await page.locator('input:invalid:focus').waitFor();
  await page.getByLabel('Type your e-mail address').fill(email.toUpperCase());
  await dialog(page).getByRole('button', { name: 'Delete account' }).click();
  await deleted.waitFor();
  const answer = await fetch(`${service.url}/v1/rate-limits`, { headers: { 'X-API-Key': key } });
  expect(answer.status).toBe(401);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByLabel('E-mail').waitFor();
});

const fits = async (page: Page) => {
  expect(await overflow(page)).toBe(0);
};

/** Looks at the page as it stands, or at a part that is new. */
const look = async (page: Page, part?: string) => {
  expect(await accessibilityFaults(page, { part })).toEqual([]);
  await fits(page);
};

const longAddress = () => `${'very.'.repeat(8)}long.${newAddress()}`;
const longName = 'wide'.repeat(25);

/** Opens an account in which a key was rotated, and the old one still works. */
const openPair = async (email: string) => {
  const { keys, call } = await openAccount(service, [longName], email);
  await call('POST', `/keys/${keys[0].item.id}/rotate`, { grace_seconds: 3_600 });
};

describe('axe finds nothing, and nothing is wider than the window', () => {
  test('on a phone, wherever one comes on the page, and where keys stand in a table', async () => {
    const page = await visit(service, { screen: 'phone', expected: /401|503/ });
    await look(page);
    const email = longAddress();
    await signIn(page, email);
    await page.getByText('No keys yet').waitFor();
    await page.getByRole('table', { name: 'Calls by hour' }).waitFor();
    await look(page);

    await openPair(email);
    await page.getByRole('button', { name: 'New key' }).click();
    await page.getByRole('button', { name: 'Create key' }).click();
    await look(page, 'dialog');
    await page.getByLabel('Name').fill(longName);
    await page.getByRole('button', { name: 'Create key' }).click();
    await shownKey(page);
    await look(page, 'dialog');
    await save(page);

    // Those that only fit are made of the same as others.
    for (const [button, see] of [
      ['Rename', fits],
      ['Delete account', fits],
      ['Revoke', look],
      ['Rotate', look],
    ] as const) {
      await page.getByRole('button', { name: button }).first().click();
      await dialog(page).waitFor();
      await see(page, 'dialog');
      await page.getByRole('button', { name: 'Cancel' }).click();
    }

    await page.getByText('Replaces the key below').waitFor();
    const phone = page.viewportSize();
    await page.setViewportSize({ width: 1280, height: 720 });
    await look(page);
    if (phone) await page.setViewportSize(phone);
    await page.getByRole('button', { name: 'Show as tables' }).click();
    await page.route('**/account', (route) => route.fulfill({ status: 503, body: '{}' }));
    await comeBack(page);
    await page.getByText('The service does not answer').waitFor();
    await look(page);
    await page.route('**/account', (route) => route.fulfill({ status: 401, body: '{}' }));
    await comeBack(page);
    await page.getByRole('heading', { name: 'Your session has ended' }).waitFor();
    await fits(page);
  });

  test('where any key will do, which the page then says', async () => {
    const page = await open(`${demo.url}/dashboard`, { screen: 'phone' });
    await page.getByText('any key will do').waitFor();
    await look(page);
    await page.getByRole('main').getByRole('link', { name: 'playground' }).click();
    await page.getByRole('button', { name: '30 of 30 calls left' }).click();
    await page.getByText('Any key will do here').waitFor();
    expect(await page.getByRole('link', { name: /Dashboard|Get a key/ }).count()).toBe(0);
  });
});

describe('where keys come from is said, and a way leads there', () => {
  const follow = async (page: Page) => {
    await page.getByRole('link', { name: 'Get a key' }).click();
    await page.getByRole('button', { name: 'Sign in' }).waitFor();
    expect(page.url()).toBe(`${service.url}/dashboard`);
  };

  test('on the reference, which shows no key in a curl line', async () => {
    const page = await open(`${service.url}/docs#shout`, { elsewhere: service.signInUrl });
    const shout = page.locator('.opened#shout');
    await shout.getByText('Type a key first.').waitFor();
    await shout.getByLabel('Your API key').fill('amp_prod_secret');
    await shout.getByText('Type a key first.').waitFor({ state: 'hidden' });
    const lines = await page.locator('.curl').allTextContents();
    const withVariable = lines.filter((line) => line.includes('-H "X-API-Key: $AMPLIFY_KEY"'));
    expect(withVariable).toHaveLength(6);
    expect(lines.join()).not.toContain('secret');
    await shout.getByLabel('Your API key').fill('');
    await follow(page);
  });

  test('on the playground, to who presses the button as no fault of theirs', async () => {
    const page = await open(`${service.url}/playground`, { elsewhere: service.signInUrl });
    await page.getByRole('button', { name: 'Amplify' }).click();
    const field = page.getByLabel('Your API key');
    expect(await field.and(page.locator(':focus')).inputValue()).toBe('');
    expect(await accessibilityFaults(page)).toEqual([]);
    const colourOf = (selector: string, property: string) =>
      page.evaluate(`getComputedStyle(document.querySelector('${selector}')).${property}`);
    const accent = await colourOf('#amplify', 'backgroundColor');
    for (const told of ['#key', '#key-source', '#quota .left']) {
      expect(await colourOf(told, 'color')).not.toBe(accent);
    }
    await follow(page);
  });
});
