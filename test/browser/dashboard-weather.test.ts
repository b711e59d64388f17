/** The dashboard in bad weather: attacks, faults, sessions that end, and two who change the same. */
import { beforeAll, describe, expect, test } from '@jest/globals';
import type { Page, Route } from 'playwright-core';
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
  shownKey,
  signIn,
  visit,
} from './dashboard.ts';

let service: SharedService;
beforeAll(async () => {
  service = await sharedProduction();
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
  test('leaves no token and no code in storage or address', async () => {
    const page = await visit(service);
    const tokens = page
      .waitForResponse(`${service.signInUrl}/oauth2/token`)
      .then((answer) => answer.json());
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByLabel('E-mail').waitFor();
    await page.goBack();
    const attempt = JSON.parse(
      (JSON.parse(await kept(page)) as Record<string, string>)['amplify-sign-in'] ?? '',
    );
    expect(Object.keys(attempt)).toEqual(['state', 'verifier']);
    await signIn(page);
    expect(JSON.parse(await kept(page))).toEqual({ cookie: '' });
    expect(page.url()).toBe(`${service.url}/dashboard`);
    const { access_token: token } = (await tokens) as { access_token: string };
    expect(await page.content()).not.toContain(token);
    await page.reload();
    await page.getByRole('button', { name: 'Sign in' }).waitFor();
  });

  test.each(['code=stolen&state=forged', 'code=stolen', 'state=forged', 'error=access_denied'])(
    'by an address with %s is refused before anybody is asked',
    async (query) => {
      const page = await visit(service);
      const asked: string[] = [];
      page.on('request', (request) => asked.push(request.url()));
      await page.goto(`${service.url}/dashboard?${query}`);
      await page.getByText('not begun on this page').waitFor();
      expect(asked.filter((url) => url.startsWith(service.signInUrl))).toEqual([]);
      expect(page.url()).toBe(`${service.url}/dashboard`);
      await signIn(page);
    },
  );

  test('with the state of another attempt is refused, and with no second try', async () => {
    const page = await visit(service);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByLabel('E-mail').waitFor();
    await page.goto(`${service.url}/dashboard?code=stolen&state=forged`);
    await page.getByText('not begun on this page').waitFor();
    expect(JSON.parse(await kept(page))).toEqual({ cookie: '' });
  });

  test('that is called off says so', async () => {
    const page = await visit(service, { expected });
    await page.route(`${service.signInUrl}/oauth2/authorize**`, (route) => {
      const { searchParams } = new URL(route.request().url());
      const back = `${searchParams.get('redirect_uri')}?error=access_denied&state=${searchParams.get('state')}&iss=${encodeURIComponent(service.signInUrl)}`;
      return route.fulfill({ status: 302, headers: { Location: back } });
    });
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByText('The sign-in was called off, or took too long.').waitFor();
  });

  test('waits for a provider that is down', async () => {
    const page = await visit(service, { expected });
    await page.route(`${service.signInUrl}/**`, (route) => route.abort());
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('heading', { name: 'The sign-in does not answer' }).waitFor();
    await page.getByText('Your keys keep working.').waitFor();
    await page.unroute(`${service.signInUrl}/**`);
    await signIn(page);
  });

  test.each([
    ['is down', (route: Route) => route.abort(), 'The sign-in does not answer'],
    ['fails', fulfil(503, {}), 'The sign-in does not answer'],
    ['refuses the code', fulfil(400, { error: 'invalid_grant' }), 'You are not signed in'],
  ] as const)('waits for an exchange that %s', async (_, answer, title) => {
    const page = await visit(service, { expected });
    const token = `${service.signInUrl}/oauth2/token`;
    await page.route(token, answer);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByLabel('E-mail').fill(newAddress());
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('heading', { name: title }).waitFor();
    await page.unroute(token);
    // The provider knows by now who it is.
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByText('No keys yet').waitFor();
  });

  test.each([-60_000, 60_000])('by a clock that is %d ms off does no harm', async (skew) => {
    const page = await visit(service);
    await page.route('**/assets/dashboard-*.js', async (route) => {
      const response = await route.fetch();
      const shift = `{ const { now } = Date; Date.now = () => now() + ${skew}; }`;
      await route.fulfill({ response, body: shift + (await response.text()) });
    });
    await page.reload();
    await signIn(page);
    await makeKey(page, 'in time');
    await keyRow(page, 'in time').getByText('Active').waitFor();
  });
});

describe('a session that ends', () => {
  test('leaves nothing behind, and is renewed', async () => {
    const page = await enter(service, { expected });
    await page.getByRole('button', { name: 'New key' }).click();
    await page.getByLabel('Name').fill('half typed');
    await page.route(account, fulfil(401, { message: 'Unauthorized' }));
    await page.getByRole('button', { name: 'Create key' }).click();
    await page.getByRole('heading', { name: 'Your session has ended' }).waitFor();
    expect(await page.getByRole('table').count()).toBe(0);
    expect(JSON.parse(await kept(page))).toEqual({ cookie: '' });
    await page.unroute(account);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByText('No keys yet').waitFor();
    await makeKey(page, 'typed again');
    expect(await keyNames(page)).toEqual(['typed again']);
  });

  test('is noticed by a page that is only looked at, and closes what is open', async () => {
    const page = await enter(service, { expected });
    await makeKey(page, 'laptop');
    await keyRow(page, 'laptop').getByRole('button', { name: 'Rename' }).click();
    await page.getByLabel('Name').fill('desk');
    await page.route(account, fulfil(401, { message: 'Unauthorized' }));
    await comeBack(page);
    await page.getByRole('heading', { name: 'Your session has ended' }).waitFor();
    expect(await dialog(page).count()).toBe(0);
    await page.unroute(account);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await keyRow(page, 'laptop').waitFor();
  });

  test('takes no key away that is not saved yet', async () => {
    const page = await enter(service, { expected });
    await page.getByRole('button', { name: 'New key' }).click();
    await page.getByLabel('Name').fill('laptop');
    await page.getByRole('button', { name: 'Create key' }).click();
    const key = await shownKey(page);
    await page.route(account, fulfil(401, { message: 'Unauthorized' }));
    await comeBack(page);
    await page.locator('#gate-title', { hasText: 'Your session has ended' }).waitFor();
    expect(await shownKey(page)).toBe(key);
    await page.getByRole('button', { name: 'I have saved it' }).click();
    await page.getByRole('button', { name: 'Sign in' }).waitFor();
  });
});

describe('a service that is down', () => {
  test.each([
    ['does not answer', (route: Route) => route.abort(), 'No answer came.'],
    ['fails', fulfil(503, { detail: 'Try again.' }), 'The service does not answer.'],
    ['answers no JSON', (route: Route) => route.fulfill({ body: '<html>' }), 'No answer came.'],
  ])('at sign-in, as it %s, is said and asked again', async (_, answer, text) => {
    const page = await visit(service, { expected });
    await page.route(account, answer);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByLabel('E-mail').fill(newAddress());
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByText(text).waitFor();
    await page.getByText('Your keys keep working.').waitFor();
    await page.unroute(account);
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByText('No keys yet').waitFor();
  });

  test('later leaves what was read on the screen, and says so until it answers again', async () => {
    const page = await enter(service, { expected });
    await makeKey(page, 'laptop');
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
  });

  test('while usage is added up leaves the rest as it is', async () => {
    const page = await visit(service, { expected });
    await page.route('**/account/usage**', (route) =>
      route.fulfill({ status: 503, headers: { 'Retry-After': '1' }, body: '{"detail":"More."}' }),
    );
    await signIn(page);
    await page.getByText('There are many calls to add up').waitFor();
    await page.unroute('**/account/usage**');
    await comeBack(page);
    await page.getByRole('table', { name: 'Calls by hour' }).waitFor();
  });
});

test('a key whose answer was lost is in the list, is not shown, and can be revoked', async () => {
  const page = await enter(service, { expected });
  await page.route('**/account/keys', async (route) => {
    await route.fetch();
    await route.abort();
  });
  await page.getByRole('button', { name: 'New key' }).click();
  await page.getByLabel('Name').fill('lost');
  await page.getByRole('button', { name: 'Create key' }).click();
  await page.getByText('The key may have been made all the same').waitFor();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await keyRow(page, 'lost').waitFor();
  expect(await page.getByRole('button', { name: 'I have saved it' }).count()).toBe(0);
  await keyRow(page, 'lost').getByRole('button', { name: 'Revoke' }).click();
  await page.getByLabel('Type the key’s name').fill('lost');
  await dialog(page).getByRole('button', { name: 'Revoke' }).click();
  await page.getByText('“lost” is revoked').waitFor();
});

describe('what is changed elsewhere', () => {
  test('is shown, and said', async () => {
    const email = newAddress();
    const page = await enter(service, { email });
    await makeKey(page, 'laptop');
    const caller = await callAs(service, email);
    await caller('POST', '/keys', { name: 'from elsewhere' });
    await comeBack(page);
    await page.getByText('Something was changed elsewhere.').waitFor();
    expect(await keyNames(page)).toEqual(['from elsewhere', 'laptop']);
  });

  test('meanwhile is no longer to be changed here', async () => {
    const email = newAddress();
    const page = await enter(service, { email, expected });
    await makeKey(page, 'laptop');
    await keyRow(page, 'laptop').getByRole('button', { name: 'Rotate' }).click();
    const caller = await callAs(service, email);
    const { keys } = (await (await caller('GET', '')).json()) as { keys: { id: string }[] };
    await caller('DELETE', `/keys/${keys[0]?.id}`);
    await dialog(page).getByRole('button', { name: 'Rotate' }).click();
    await page.getByText('This is how your keys stand now.').waitFor();
    expect(await dialog(page).count()).toBe(0);
    await keyRow(page, 'laptop').getByText('Revoked').waitFor();
  });

  test('in two tabs does no harm', async () => {
    const page = await enter(service);
    await makeKey(page, 'laptop');
    const other = await page.context().newPage();
    await other.goto(`${service.url}/dashboard`);
    await other.getByRole('button', { name: 'Sign in' }).click();
    for (const tab of [page, other]) {
      await keyRow(tab, 'laptop').getByRole('button', { name: 'Revoke' }).click();
      await tab.getByLabel('Type the key’s name').fill('laptop');
    }
    for (const tab of [page, other]) {
      await dialog(tab).getByRole('button', { name: 'Revoke' }).click();
      await tab.getByText('“laptop” is revoked').waitFor();
    }
    expect(await keyNames(other)).toEqual(['laptop']);
  });
});

/** Has the account come as it would after something that only the operator, a fault or time brings about. */
const alter = (page: Page, change: (account: Answer) => unknown) =>
  page.route(account, async (route) => {
    const response = await route.fetch();
    const json = await response.json();
    return route.fulfill({ response, json: json.keys ? change(json) : json });
  });

/** What the account's endpoints answer, as far as it is altered here. */
interface Answer {
  readonly limits: object;
  readonly keys: readonly object[];
}

test('a suspended account is shown, and its keys can be revoked', async () => {
  const page = await enter(service);
  await makeKey(page, 'laptop');
  await alter(page, (read) => ({
    ...read,
    suspended_at: new Date().toISOString(),
    keys: read.keys.map((key) => ({ ...key, status: 'suspended', quota: null })),
  }));
  await comeBack(page);
  await page.getByText('Your account has been suspended').waitFor();
  await keyRow(page, 'laptop').getByText('Suspended').waitFor();
  expect(await page.getByRole('button', { name: 'New key' }).isDisabled()).toBe(true);
  expect(await keyRow(page, 'laptop').getByRole('button').allInnerTexts()).toEqual(['Revoke']);
});

test('a key that does not hold everywhere yet is shown so', async () => {
  const page = await enter(service);
  await makeKey(page, 'laptop');
  await alter(page, (read) => ({
    ...read,
    keys: read.keys.map((key) => ({ ...key, status: 'pending', quota: null })),
  }));
  await comeBack(page);
  await keyRow(page, 'laptop').getByText('Being saved').waitFor();
});

test('when the changes of a day are made, it is said until when', async () => {
  const page = await enter(service);
  await makeKey(page, 'laptop');
  await alter(page, (read) => ({ ...read, limits: { ...read.limits, changes_left: 0 } }));
  await comeBack(page);
  await page.getByText('You have made the 20 changes of a day.').waitFor();
  expect(await page.getByRole('button', { name: 'New key' }).isDisabled()).toBe(true);
});

describe('an account is deleted', () => {
  test('only when its address is typed, and then its keys and its sign-in are gone', async () => {
    const email = newAddress();
    const page = await enter(service, { email });
    const key = await makeKey(page, 'laptop');
    await page.getByRole('button', { name: 'Delete account' }).click();
    await page.getByLabel('Type your e-mail address').fill('somebody@example.com');
    await dialog(page).getByRole('button', { name: 'Delete account' }).click();
    await page.locator('input:invalid:focus').waitFor();
    await page.getByLabel('Type your e-mail address').fill(email.toUpperCase());
    await dialog(page).getByRole('button', { name: 'Delete account' }).click();
    await page.getByRole('heading', { name: 'Your account is deleted' }).waitFor();
    const response = await fetch(`${service.url}/v1/rate-limits`, {
      headers: { 'X-API-Key': key },
    });
    expect(response.status).toBe(401);
    await signIn(page, email);
    await page.getByText('No keys yet').waitFor();
  });

  test('elsewhere: it is said, and what may be left can be finished', async () => {
    const email = newAddress();
    const page = await enter(service, { email, expected });
    await makeKey(page, 'laptop');
    const caller = await callAs(service, email);
    await caller('DELETE', '');
    await comeBack(page);
    await page.getByRole('heading', { name: 'This account is deleted' }).waitFor();
    expect(await page.getByText('laptop').count()).toBe(0);
    await page.getByRole('button', { name: 'Finish deleting' }).click();
    await page.getByRole('heading', { name: 'Your account is deleted' }).waitFor();
    await page.reload();
    await signIn(page, email);
    await page.getByText('No keys yet').waitFor();
  });
});
