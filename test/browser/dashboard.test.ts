/**
 * The dashboard: its keys, numbers and messages, its session, and what it does under faults, attacks and concurrent
 * changes.
 *
 * @jest-environment ./test/browser/jest-environment.ts
 */
import { execFileSync } from 'node:child_process';
import { describe, expect, test } from '@jest/globals';
import type { Page, Route } from 'playwright-core';
import type { FreshKey } from '../../functions/accounts/responses.ts';
import { callWith, sharedProduction } from '../support/service.ts';
import {
  createCaller,
  newAddress,
  openBrowser,
  signIn as signInElsewhere,
} from '../support/sign-in.ts';
import {
  accessibilityFaults,
  countsShifts,
  desktop,
  keepsNothing,
  layoutShift,
  open,
  overflow,
  painted,
  phone,
  picture,
} from './chromium.ts';

type Visit = NonNullable<Parameters<typeof open>[1]>;

const service = sharedProduction();

/** Errors that the browser logs for failed requests. */
const expected = /Failed to load resource|ERR_FAILED|403|404|409|410|429|50\d|401/;

const visit = (options?: Visit, path = '/dashboard'): Promise<Page> =>
  open(service.url + path, options);

const signInButton = (page: Page) =>
  page.getByRole('button', { name: /^(?:Sign in|Continue with e-mail)$/ });

/** Signs in by the pages of the sign-in. */
const signIn = async (page: Page, email: string): Promise<void> => {
  await signInButton(page).click();
  await page.getByLabel('E-mail').fill(email);
  await page.getByRole('button', { name: 'Continue' }).click();
  await signedIn(page);
};

const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true });

/** Waits until the account is shown. */
const signedIn = (page: Page): Promise<void> => heading(page, 'Account').waitFor();

/**
 * Opens the dashboard as somebody who has a session at the sign-in, and an account with keys.
 *
 * @param names - of the keys, the oldest first.
 * @returns also a function that calls the account's endpoints, as from another device.
 */
const come = async <const Names extends readonly string[]>(names: Names, options?: Visit) => {
  const browser = openBrowser();
  const email = newAddress();
  const call = createCaller(service, await signInElsewhere(service, email, browser));
  await call('PUT');
  const keys: FreshKey[] = [];
  for (const name of names) keys.push((await call('POST', '/keys', { name })).json);
  const page = await visit(options);
  const kept = { domain: new URL(service.signInUrl).hostname, httpOnly: true };
  await page.context().addCookies(browser.cookies().map((cookie) => ({ ...cookie, ...kept })));
  return { page, email, keys: keys as { [At in keyof Names]: FreshKey }, call };
};

/** Opens an account with keys, without the pages of the sign-in. */
const enter = async <const Names extends readonly string[]>(names: Names, options?: Visit) => {
  const visitor = await come(names, options);
  await signInButton(visitor.page).click();
  await signedIn(visitor.page);
  return visitor;
};

const dialog = (page: Page) => page.getByRole('dialog');

/** The row of a key with a name; the first of several. */
const keyRow = (page: Page, name: string) =>
  page.getByRole('table', { name: 'Keys' }).getByRole('row', { name, exact: false }).first();

const keyNames = (page: Page): Promise<readonly string[]> =>
  page.getByRole('table', { name: 'Keys' }).locator('bdi').allInnerTexts();

const newKeyButton = (page: Page) => page.getByRole('button', { name: 'New key' });

/** Creates a key in an account without any. */
const createFirstKey = async (page: Page, name: string): Promise<void> => {
  await page.getByLabel('Name', { exact: true }).fill(name);
  await page.getByRole('button', { name: 'Create key' }).click();
};

const saved = (page: Page) => page.getByRole('button', { name: 'I have saved it' });

const shownKey = async (page: Page): Promise<string> => {
  await saved(page).waitFor();
  return (await page.locator('#fresh-key').innerText()).trim();
};

/** Makes the page read the account and its usage, as when it is seen again after half a minute. */
const comeBack = (page: Page): Promise<void> =>
  page.evaluate(`Date.now = ((now) => () => now() + 30_000)(Date.now);
    document.dispatchEvent(new Event('visibilitychange'));`);

/** Chooses an action from the menu of a key. */
const choose = async (page: Page, name: string, action: string): Promise<void> => {
  await keyRow(page, name).getByRole('button', { name: 'Actions' }).click();
  await keyRow(page, name).getByRole('button', { name: action }).click();
};

/** Types a name, or what confirms, into the open dialog, and presses its button. */
const submit = async (page: Page, button: string, text?: string): Promise<void> => {
  const field = dialog(page).getByLabel(/^(?:Name$|Type )/);
  if (text !== undefined) await field.fill(text);
  await dialog(page).getByRole('button', { name: button }).click();
};

/** Chooses an action from the menu of a key, and answers its dialog. */
const change = async (page: Page, name: string, action: string, text?: string) => {
  await choose(page, name, action);
  await submit(page, action, text);
};

/** Where a text appears on a page or in its storages. */
const traces = (page: Page, text: string): Promise<readonly string[]> =>
  page.evaluate(`{
    const places = {
      document: document.documentElement.outerHTML,
      fields: [...document.querySelectorAll('input')].map(({ value }) => value).join(),
      address: location.href,
      history: JSON.stringify(history.state),
      sessionStorage: JSON.stringify(sessionStorage),
      localStorage: JSON.stringify(localStorage),
      cookie: document.cookie,
    };
    Object.keys(places).filter((place) => places[place].includes('${text}'));
  }`);

/** What a sign-in leaves where a script, or the next user of the computer, could find it. */
const kept = (page: Page): Promise<Readonly<Record<string, string>>> =>
  page.evaluate('({ ...sessionStorage, ...localStorage, cookie: document.cookie })');

/** Requests for the account and its keys. */
const account = /\/account(?:\/|$)/;

const fulfil = (status: number, body: unknown) => (route: Route) =>
  route.fulfill({ status, contentType: 'application/json', body: JSON.stringify(body) });

const lost = (route: Route) => route.abort();

/** Alters what the page reads of its account. */
const alter = (
  page: Page,
  path: string,
  // biome-ignore lint/suspicious/noExplicitAny: whatever the service answers.
  alteration: (read: any) => object,
) =>
  page.route(`**/account${path}`, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: alteration(await response.json()) });
  });

test('a visitor of the playground gets a first key, which works as the page promises', async () => {
  const page = await visit({}, '/');
  await page.getByText('Free: 5 keys, each with').waitFor();
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await page.getByText('A key is missing. Enter one, or create a free one').waitFor();
  const field = page.getByLabel('Your API key');
  expect(await field.and(page.locator(':focus')).getAttribute('type')).toBe('password');
  const before = await page.locator('#stage').boundingBox();
  await field.fill('my-key');
  await page.locator('#line').getByText('a preview, not sent').waitFor();
  expect(await page.locator('#stage').boundingBox()).toEqual(before);
  await page.getByRole('link', { name: 'Create your free key' }).click();
  await heading(page, 'Create your free key').waitFor();
  const [, promised = ''] = await page.locator('pre').allInnerTexts();
  await signIn(page, newAddress());
  await heading(page, 'Create your first key').waitFor();
  await page.getByText('One from your sign-up no longer works.').waitFor();
  expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('my first key');
  expect(await heading(page, 'Usage').count()).toBe(0);
  await createFirstKey(page, 'nightly build');
  const key = await shownKey(page);
  expect(key).toMatch(/^amp_prod_\w{39}$/);
  await page.getByRole('button', { name: 'Copy key' }).click();
  await page.getByText('Copied the key.').waitFor();
  const curl = await page.locator('#fresh-curl').innerText();
  await saved(page).click();
  const row = keyRow(page, 'nightly build');
  await page.getByText('No requests in the last 30 days.').waitFor();
  await page.getByRole('link', { name: 'Read the guide' }).waitFor();
  expect(await row.innerText()).toMatch(new RegExp(`${key.slice(0, 13)}…[^]*Active[^]*never`));

  const printed = execFileSync('sh', ['-c', `${curl} --silent`], { encoding: 'utf8' });
  expect(JSON.parse(printed)).toEqual(JSON.parse(promised));
  await comeBack(page);
  await row.getByText('29 of 30').waitFor();
  // Precise to the window, which is an hour.
  await row.getByText(/just now|minutes ago/).waitFor();
});

test('a new key is handed to the playground, which forgets it when its owner signs out, but not a typed one', async () => {
  const { page } = await enter(['old']);
  await newKeyButton(page).click();
  await submit(page, 'Create key', 'new');
  const key = await shownKey(page);
  const [playground] = await Promise.all([
    page.waitForEvent('popup'),
    page.getByRole('button', { name: 'Try it in the playground' }).click(),
  ]);
  await playground.locator('#line').getByText('Your new key is used').waitFor();
  const field = playground.getByLabel('Your API key');
  expect(await field.inputValue()).toBe(key);
  expect(playground.url()).toBe(`${service.url}/`);
  expect(await page.evaluate("'handedKey' in window")).toBe(false);
  expect(await traces(playground, key)).toEqual(['fields']);
  await saved(page).click();
  await page.getByRole('button', { name: 'Sign out' }).click();
  while ((await field.inputValue()) === key) await painted(playground);
  expect(await playground.content()).not.toContain(key);
  await field.fill('typed');
  await playground.reload();
  expect(await field.inputValue()).toBe('typed');
});

test('two clicks create one key, which is not lost by accident, but gone when the page is left', async () => {
  const { page } = await enter(['old']);
  await newKeyButton(page).dblclick();
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
  const leaving = page.goto(`${service.url}/docs`).catch(() => undefined);
  const question = await asked;
  expect(question.type()).toBe('beforeunload');
  await question.dismiss();
  await leaving;
  expect(await traces(page, key)).toEqual(['document']);
  // The page enters the back/forward cache.
  await page.evaluate("dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }))");
  expect(await traces(page, key)).toEqual([]);
  await page.getByText('“once” created. It’s ready').waitFor();
  expect(await keyNames(page)).toEqual(['once', 'old']);
  const expires = keyRow(page, 'once').locator('[data-label=Expires]');
  expect(await expires.innerText()).not.toBe('never');
});

test('keys are renamed, rotated, and revoked by typing their name, at the limit before another is created', async () => {
  const { page, keys } = await enter(['website', 'laptop', 'build', 'crontab', 'door'], {
    expected,
  });
  expect(await newKeyButton(page).isDisabled()).toBe(true);
  await choose(page, 'laptop', 'Rename');
  await page.context().setOffline(true);
  await submit(page, 'Rename', ' desk ');
  await dialog(page).getByText('You are offline: nothing was sent.').waitFor();
  await page.context().setOffline(false);
  await submit(page, 'Rename');
  await page.getByText('Renamed.').waitFor();
  expect(await keyNames(page)).toContain('desk');

  for (const [name, grace, end, newer, older] of [
    ['build', 'In 1 hour', /The old key works until \d/, 'Replaces the key below', 'Works until'],
    ['crontab', 'Now', 'The old key stops working within a minute.', 'Active', 'Expired'],
  ] as const) {
    await choose(page, name, 'Rotate');
    await page.getByLabel(grace).check();
    await submit(page, 'Rotate');
    expect(keys.map(({ key }) => key)).not.toContain(await shownKey(page));
    await page.getByText(end).waitFor();
    await saved(page).click();
    await page.getByText('The new key works').waitFor();
    const [upper, lower] = await page.locator('tr', { hasText: name }).allTextContents();
    expect(upper).toMatch(newer);
    expect(lower).toMatch(older);
  }
  for (const why of [/while the key below works: if this one leaks/, /already: if it leaks/]) {
    await page.getByText(why).waitFor({ state: 'attached' });
  }

  const row = keyRow(page, 'door');
  await choose(page, 'door', 'Revoke');
  // Cancelled.
  await page.keyboard.press('Escape');
  await dialog(page).waitFor({ state: 'detached' });
  await row.getByText('Active').waitFor();
  const button = row.getByRole('button', { name: 'Actions' });
  expect(await button.and(page.locator(':focus')).count()).toBe(1);
  await change(page, 'door', 'Revoke', 'doo');
  await page.locator('input:invalid:focus').waitFor();
  await submit(page, 'Revoke', 'door');
  await page.getByText('“door” is revoked. Requests with it will fail within').waitFor();
  await page.getByText('2 ended keys').click();
  const ended = page.getByRole('table', { name: 'ended keys' });
  await ended.getByText('Revoked').waitFor();
  expect(await ended.getByRole('button').count()).toBe(0);
  expect(await newKeyButton(page).isDisabled()).toBe(false);
});

test('works by keyboard, and never loses the focus or an open menu, until the window changes', async () => {
  const { page } = await enter([]);
  const focused = page.locator(':focus');
  const tabTo = async (name: string) => {
    const button = page.getByRole('button', { name }).and(focused);
    do await page.keyboard.press('Tab');
    while ((await button.count()) === 0);
  };
  await tabTo('Create key');
  await page.keyboard.press('Enter');
  await shownKey(page);
  await tabTo('I have saved it');
  await page.keyboard.press('Enter');
  await heading(page, 'Keys').and(focused).waitFor();
  await tabTo('Actions');
  await page.keyboard.press('Enter');
  await tabTo('Revoke');
  const read = page.waitForResponse('**/account/usage');
  await comeBack(page);
  await read;
  await page.getByRole('button', { name: 'Revoke' }).and(focused).waitFor();
  await page.setViewportSize({ width: 1_200, height: 720 });
  await page.getByRole('button', { name: 'Revoke' }).waitFor({ state: 'hidden' });
});

test('usage is that of all keys or of one, in columns whose values are read by keyboard; a quota has a meter', async () => {
  const size = { width: 1_200, height: 800 };
  const { page, keys } = await enter(['Website', 'Build server', 'Laptop'], { size });
  const [{ key: first }, { key: second, item }] = keys;
  for (const key of [first, second, second]) await callWith(service, key);
  await comeBack(page);
  await keyRow(page, 'Website').getByText('29 of 30').waitFor();
  await keyRow(page, 'Build server').getByText('28 of 30').waitFor();
  const expectSums = async (sum: number) => {
    for (const title of ['Last 24 hours', 'Last 30 days']) {
      await page.getByRole('table', { name: `${title} ${sum} requests` }).waitFor();
    }
  };
  await expectSums(3);
  await page.getByLabel('Requests of').selectOption(item.id);
  await expectSums(2);
  await callWith(service, second);
  await page.evaluate("globalThis.paint = CSS.highlights.get('code-string')");
  await comeBack(page);
  await expectSums(3);
  expect(await page.evaluate("paint === CSS.highlights.get('code-string')")).toBe(true);
  const widths = "[...document.querySelectorAll('.keys th')].map((cell) => cell.offsetWidth)";
  const before = await page.evaluate(widths);

  const wave = (times: string[], most: number) =>
    times.map((_, at) => Math.round(most * (0.55 + 0.4 * Math.sin(at / 3))));
  const left = [0, 7, 22];
  await alter(page, '/usage', (read) => ({
    ...read,
    resets_in_seconds: 50,
    account: { hours: wave(read.hours, 190), days: wave(read.days, 2_900) },
    keys: keys.map(({ item: { id } }, at) => ({
      ...read.keys.find((key: { id: string }) => key.id === id),
      last_used_at: new Date().toISOString(),
      remaining: left[at],
    })),
  }));
  await page.reload();
  await signedIn(page);
  await keyRow(page, 'Website')
    .getByText(/^Used up, again in \d+\u00a0s$/)
    .waitFor();
  expect(await page.evaluate(widths)).toEqual(before);
  const levels = `[...document.querySelectorAll('[data-level]')].map(
    (key) => key.dataset.level + parseInt(getComputedStyle(key, '::after').backgroundSize))`;
  expect(await page.evaluate(levels)).toEqual(['ok73', 'approaching_limit23', 'at_limit0']);
  await page.getByRole('table', { name: 'requests, at most 180 in an hour' }).waitFor();
  await page.getByRole('table', { name: 'requests, at most 2,750 in a day' }).waitFor();
  const below = `[...document.querySelectorAll('.chart :is(tr:first-child, tr:last-child) > th')].every(
    (label) => label.offsetTop >= label.offsetParent.clientHeight && getComputedStyle(label).clipPath === 'none')`;
  expect(await page.evaluate(below)).toBe(true);
  const value = page.getByRole('table', { name: 'Last 24 hours' }).getByRole('cell');
  await value.last().locator('..').focus();
  await page.keyboard.press('ArrowLeft');
  const shown = 'getComputedStyle(document.activeElement.lastElementChild).clipPath';
  expect(await page.evaluate(shown)).toBe('none');
  expect(await page.locator(':focus td').textContent()).toBe(await value.nth(22).textContent());
  await page.evaluate('document.activeElement.blur()');
  await picture(page, 'dashboard.png');
});

test('any names are shown as typed; axe finds nothing, and nothing overflows', async () => {
  expect(await accessibilityFaults(await visit({ size: phone }))).toEqual([]);
  const words = 'a long name of many words '.repeat(4).slice(0, 100);
  const names = ['<img src=x onerror=alert(1)>', 'مفتاح الخادم', words, 'W'.repeat(100)] as const;
  const { page } = await enter(names, { size: phone });
  expect(await keyNames(page)).toEqual(names.toReversed());
  expect(await page.getByRole('table', { name: 'Keys' }).locator('img').count()).toBe(0);
  // A right-to-left name stands beside its key.
  const alignment = "getComputedStyle(document.querySelector('.keys bdi')).textAlign";
  expect(await page.evaluate(alignment)).toBe('left');
  await change(page, names[3], 'Rotate');
  await shownKey(page);
  expect(await accessibilityFaults(page)).toEqual([]);
  expect(await overflow(page)).toBe(0);
  const bottom = "innerHeight - document.querySelector('dialog').getBoundingClientRect().bottom";
  expect(await page.evaluate(bottom)).toBeGreaterThanOrEqual(0);
  expect((await page.locator('.brand').boundingBox())?.height).toBeLessThan(40);
  await saved(page).click();
  await page.locator('.message bdi', { hasText: names[3] }).waitFor();
  await page.getByText('Replaces the key below').waitFor();
  // An invisible name is rejected before anything is sent.
  await change(page, words, 'Rename', '\u200b');
  await page.getByLabel('Name', { exact: true }).and(page.locator(':invalid:focus')).waitFor();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await choose(page, words, 'Revoke');
  expect(await accessibilityFaults(page)).toEqual([]);
  expect(await overflow(page)).toBe(0);
  await page.getByRole('button', { name: 'Cancel' }).click();
  /** Names with more than two lines, and what is outside of its section. */
  const faults = `{
    const section = document.querySelector('.keys').closest('section');
    const { right } = section.getBoundingClientRect();
    const edge = right - Number.parseFloat(getComputedStyle(section).paddingRight);
    const lines = (name) => name.clientHeight / Number.parseFloat(getComputedStyle(name).lineHeight);
    [...document.querySelectorAll('.keys tbody *')]
      .filter((part) => part.getBoundingClientRect().right > edge || (part.matches('bdi') && lines(part) > 2.5))
      .map(({ tagName, textContent }) => tagName + ' ' + textContent);
  }`;
  for (const size of [phone, desktop]) {
    await page.setViewportSize(size);
    for (const letters of ['150%', '']) {
      await page.evaluate(`void (document.documentElement.style.fontSize = '${letters}')`);
      expect(await page.evaluate(faults)).toEqual([]);
    }
    expect(await overflow(page)).toBe(0);
  }
});

describe('a session', () => {
  const signedOut = (page: Page) => heading(page, 'You are signed out');

  /** The `prompt` of each request to the sign-in from now on, and the pages of the sign-in that are shown. */
  const watchSignIn = (page: Page) => {
    const asked: (string | null)[] = [];
    const shown: string[] = [];
    page.on('request', (request) => {
      const { pathname, searchParams } = new URL(request.url());
      if (pathname === '/oauth2/authorize') asked.push(searchParams.get('prompt'));
    });
    page.on('framenavigated', (frame) => {
      if (frame.url().startsWith(service.signInUrl)) shown.push(frame.url());
    });
    return { asked, shown };
  };

  test('survives a reload, navigation and adding a passkey, by a silent request; nothing moves, and the back button is not trapped', async () => {
    const size = { width: 1_280, height: 1_000 };
    const { page } = await enter(['laptop'], { before: countsShifts, size });
    const { asked, shown } = watchSignIn(page);
    // The page is painted before its usage is known.
    await page.route('**/account/usage**', async (route) => {
      await painted(page);
      await route.continue();
    });
    await page.reload();
    await signedIn(page);
    await page.getByText('No requests in the last 30 days.').waitFor();
    expect(await layoutShift(page)).toBeLessThanOrEqual(0.03);
    expect(await kept(page)).toEqual({ 'amplify-session': 'in', cookie: '' });
    await page.getByRole('link', { name: 'Playground' }).click();
    await page.getByRole('link', { name: 'Dashboard' }).click();
    await signedIn(page);
    expect(asked).toEqual(['none', 'none']);
    const link = page.getByRole('link', { name: 'Add a passkey' });
    const { origin, pathname, searchParams } = new URL(String(await link.getAttribute('href')));
    expect([origin, pathname]).toEqual([service.signInUrl, '/passkeys/add']);
    expect([...searchParams.keys()]).toEqual(['client_id', 'redirect_uri']);
    await page.goBack();
    await page.waitForURL(`${service.url}/`);
    expect(shown).toEqual([]);
    // The return from adding a passkey may have a code that nobody asked for.
    await page.goto(`${searchParams.get('redirect_uri')}?code=unasked`);
    await signedIn(page);
    await page.waitForURL(`${service.url}/dashboard`);
  });

  test('is requested once if the sign-in knows nobody or fails', async () => {
    const { page } = await enter([], { expected: /ERR_FAILED|400/ });
    const { asked, shown } = watchSignIn(page);
    const home = { status: 302, headers: { Location: `${service.url}/dashboard` } };
    for (const [path, answer, requests] of [
      ['.well-known/**', lost, 0],
      ['oauth2/authorize**', (route: Route) => route.fulfill(home), 1],
      ['oauth2/token', fulfil(400, { error: 'invalid_grant' }), 1],
      // It knows nobody any more.
      ['nothing', lost, 1],
    ] as const) {
      if (path === 'nothing') await page.context().clearCookies();
      await page.route(`${service.signInUrl}/${path}`, answer);
      await page.evaluate("localStorage.setItem('amplify-session', 'in')");
      asked.length = 0;
      await page.reload();
      await heading(page, 'You are not signed in').waitFor();
      expect(await heading(page, 'What a key is for').count()).toBe(0);
      await page.unrouteAll();
      expect(asked).toHaveLength(requests);
      expect(await page.evaluate('JSON.stringify(localStorage)')).toBe('{}');
    }
    expect(shown).toEqual([]);
  });

  test('ends in all tabs, also in one whose account opens, and stays ended', async () => {
    const { page } = await enter(['laptop']);
    const tab = async () => {
      const otherTab = await page.context().newPage();
      await otherTab.goto(`${service.url}/dashboard`);
      await signedIn(otherTab);
      return otherTab;
    };
    const [open, opening] = [await tab(), await tab()];
    const { promise: held, resolve: goOn } = Promise.withResolvers<void>();
    await opening.route('**/account', async (route) => {
      await held;
      await route.continue();
    });
    const asked = opening.waitForRequest('**/account');
    await opening.reload();
    await asked;
    await page.getByRole('button', { name: 'Sign out' }).click();
    await signedOut(opening).waitFor();
    const usage = opening.waitForResponse('**/account/usage');
    goOn();
    await usage;
    await painted(opening);
    for (const ended of [page, open, opening]) {
      await signedOut(ended).waitFor();
      expect(await ended.content()).not.toContain('laptop');
      const { asked } = watchSignIn(ended);
      await ended.reload();
      await signedOut(ended).waitFor();
      expect(asked).toEqual([]);
    }
    // The sign-in knows nobody any more.
    await signInButton(page).click();
    await page.getByLabel('E-mail').waitFor();
  });

  test('that has expired leaves nothing except an unsaved key, and can be renewed', async () => {
    const { page } = await enter([], { expected });
    await createFirstKey(page, 'laptop');
    const key = await shownKey(page);
    await page.route(account, fulfil(401, { message: 'Unauthorized' }));
    await comeBack(page);
    expect(await shownKey(page)).toBe(key);
    await saved(page).click();
    await heading(page, 'Your session has ended').waitFor();
    expect(await page.locator('table, dialog').count()).toBe(0);
    expect(await kept(page)).toEqual({ 'amplify-session': 'in', cookie: '' });
    await page.unroute(account);
    await signInButton(page).click();
    await keyRow(page, 'laptop').waitFor();
  });
});

describe('signing in', () => {
  /** A clock that is wrong by less than a day does no harm. */
  const clock = (hours: number) =>
    `{ const { now } = Date; Date.now = () => now() + ${hours * 3_600_000}; }`;

  test('is only completed with the code that it asked for, and leaves no token or code; with a slow clock', async () => {
    const page = await visit({ before: clock(-23) });
    await signInButton(page).click();
    await page.getByLabel('E-mail').waitFor();
    await page.goBack();
    const attempt = JSON.parse((await kept(page))['amplify-sign-in'] ?? '');
    expect(Object.keys(attempt)).toEqual(['state', 'verifier', 'server']);
    // What another attempt returned is ignored, without a retry.
    for (const query of ['code=stolen&state=forged', 'state=forged', 'error=access_denied']) {
      await page.goto(`${service.url}/dashboard?${query}`);
      await page.getByText('not started on this page').waitFor();
      expect(page.url()).toBe(`${service.url}/dashboard`);
      expect(await kept(page)).toEqual({ cookie: '' });
      // What can't be read is no attempt.
      await page.evaluate("sessionStorage.setItem('amplify-sign-in', '{')");
    }

    const answered = page.waitForResponse(`${service.signInUrl}/oauth2/token`);
    await signIn(page, newAddress());
    expect(await kept(page)).toEqual({ 'amplify-session': 'in', cookie: '' });
    await page.waitForURL(`${service.url}/dashboard`);
    const { access_token: token } = await (await answered).json();
    expect(token).toMatch(/^ey/);
    expect(await page.content()).not.toContain(token);
  });

  test('says why it failed, and can be repeated; with a fast clock', async () => {
    const { page } = await come(['laptop'], { expected, before: clock(23) });
    const cancelled = (route: Route) => {
      const state = new URL(route.request().url()).searchParams.get('state');
      const query = `error=access_denied&state=${state}&iss=${encodeURIComponent(service.signInUrl)}`;
      return route.fulfill({
        status: 302,
        headers: { Location: `${service.url}/dashboard?${query}` },
      });
    };
    // No message appears twice in a row, so that none is mistaken for the next.
    for (const [url, answer, shown] of [
      [`${service.signInUrl}/**`, lost, 'The sign-in does not respond'],
      [`${service.signInUrl}/oauth2/authorize**`, cancelled, 'was cancelled or refused'],
      [`${service.signInUrl}/oauth2/token`, fulfil(503, {}), 'The sign-in failed'],
      // Signed in, but the service does not respond.
      ['**/account', lost, 'The connection failed. Try again. Your keys keep working.'],
      // Without usage, the rest of the page works.
      ['**/account/usage**', fulfil(429, {}), 'Usage could not be read.'],
    ] as const) {
      await page.route(url, answer);
      await page.getByRole('button', { name: /^(?:Sign in|Continue.*|Try again)$/ }).click();
      await page.getByText(shown).waitFor();
      await page.unroute(url);
    }
    await keyRow(page, 'laptop').waitFor();
    await comeBack(page);
    await page.getByText('No requests in the last 30 days.').waitFor();
  });

  test.each([
    ['storage', keepsNothing, 'Your browser blocks cookies and site data for this site.'],
    ['the right day', clock(26), 'The clock of this device is wrong by more than a day.'],
  ])('is not possible without %s', async (_, before, said) => {
    const { page } = await come([], { before });
    await signInButton(page).click();
    await page.getByText(said).waitFor();
    expect(await page.locator('[aria-busy]').count()).toBe(0);
  });
});

test('of a suspended account, keys can only be revoked', async () => {
  const { page } = await enter(['desk']);
  await alter(page, '', (read) => ({
    ...read,
    suspended_at: new Date().toISOString(),
    keys: read.keys.map((key: object) => ({ ...key, status: 'suspended' })),
  }));
  await comeBack(page);
  await page.getByText('Your account has been suspended').waitFor();
  const row = keyRow(page, 'desk');
  await row.getByText('Suspended').waitFor();
  // The operator set no contact.
  expect(await page.locator('#account').innerText()).not.toMatch(/\b(?:ask|write|contact)\b/i);
  expect(await newKeyButton(page).isDisabled()).toBe(true);
  await row.getByRole('button', { name: 'Actions' }).click();
  expect(await row.locator('button:visible').allInnerTexts()).toEqual(['', 'Revoke']);
});

test('a deletion begun elsewhere is completed, the same address begins anew, and its account is deleted by typing it', async () => {
  const { page, email, call } = await enter(['laptop'], { expected, size: phone });
  const deleted = heading(page, 'Your account is deleted');
  await call('DELETE', '');
  await comeBack(page);
  await heading(page, 'This account is deleted').waitFor();
  expect(await page.getByText('laptop').count()).toBe(0);
  await page.getByRole('button', { name: 'Finish deleting' }).click();
  await deleted.waitFor();
  await page.reload();
  // The session at the sign-in has ended.
  await signIn(page, email);
  await heading(page, 'Create your first key').waitFor();
  await page.getByRole('button', { name: 'Delete account' }).click();
  await submit(page, 'Delete account', 'somebody@example.com');
  await page.locator('input:invalid:focus').waitFor();
  await submit(page, 'Delete account', email.toUpperCase());
  await deleted.waitFor();
  expect(await page.evaluate('scrollY')).toBe(0);
  await page.getByRole('button', { name: 'Back to the start' }).click();
  await page.getByRole('link', { name: 'Create your free key' }).first().click();
  // The sign-in may still know who was deleted.
  await Promise.all([page.waitForRequest(/prompt=login/), signInButton(page).click()]);
  await page.getByLabel('E-mail').waitFor();
});
