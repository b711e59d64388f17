/**
 * The dashboard's session, and the dashboard under attacks, faults and concurrent changes.
 *
 * @jest-environment ./test/browser/jest-environment.ts
 */
import { beforeAll, describe, expect, test } from '@jest/globals';
import type { Page, Route } from 'playwright-core';
import { type SharedService, sharedProduction } from '../support/service.ts';
import { countsShifts, holdsTimers, keepsNothing, layoutShift, open, painted } from './chromium.ts';
import {
  change,
  choose,
  comeBack,
  createFirstKey,
  dialog,
  enter,
  keyNames,
  keyRow,
  makeKey,
  openAccount,
  revoke,
  showNewKey,
  shownKey,
  signedIn,
  signIn,
  signInButton,
  submit,
  visit,
  visitAs,
} from './dashboard.ts';

let service: SharedService;
beforeAll(async () => {
  service = await sharedProduction();
});

/** Errors that the browser logs for failed requests. */
const expected = /Failed to load resource|ERR_FAILED|violates|403|404|409|410|429|50\d|401/;

const fulfil = (status: number, body: unknown) => (route: Route) =>
  route.fulfill({ status, contentType: 'application/json', body: JSON.stringify(body) });

const redirect = (route: Route, Location: string) =>
  route.fulfill({ status: 302, headers: { Location } });

/** Lets something else answer the requests of a page to a path of the sign-in. */
const spoiled = (path: string, answer: (route: Route) => Promise<void>) => (page: Page) =>
  page.route(`${service.signInUrl}/${path}`, answer);

/** Requests for the account and its keys. */
const account = /\/account(?:\/|$)/;

/** What a sign-in leaves where a script, or the next user of the computer, could find it. */
const kept = (page: Page): Promise<string> =>
  page.evaluate('JSON.stringify({ ...sessionStorage, ...localStorage, cookie: document.cookie })');

describe('a session', () => {
  const signedOut = (page: Page) => page.getByRole('heading', { name: 'You are signed out' });

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

  test('survives a reload and navigation, with one silent request; nothing moves, and the back button is not trapped', async () => {
    const page = await open('about:blank');
    await page.setViewportSize({ width: 1280, height: 1_000 });
    // The page is painted before its usage is known.
    await page.route('**/account/usage**', async (route) => {
      await painted(page);
      await route.continue();
    });
    const { email } = await openAccount(service, ['laptop']);
    await enter(service, { email, before: countsShifts });
    const expectStill = async () => {
      await page.getByText('No requests in the last 30 days.').waitFor();
      expect(await layoutShift(page)).toBeLessThanOrEqual(0.03);
    };
    await expectStill();
    const { asked, shown } = watchSignIn(page);
    const sent: string[] = [];
    page.on('request', (request) => {
      if (request.resourceType() === 'fetch' || request.url().startsWith(service.signInUrl)) {
        sent.push(`${request.method()} ${new URL(request.url()).pathname}`);
      }
    });
    await page.reload();
    await signedIn(page);
    await expectStill();
    await page.unroute('**/account/usage**');
    await page.setViewportSize({ width: 1280, height: 720 });
    expect(asked).toEqual(['none']);
    // One after the other, until the keys are shown.
    const first = 'GET /.well-known/openid-configuration';
    const begun = sent.indexOf(first);
    expect(sent.slice(begun, begun + 4)).toEqual([
      first,
      'GET /oauth2/authorize',
      'POST /oauth2/token',
      'PUT /account',
    ]);
    expect(await page.evaluate('JSON.stringify(localStorage)')).toBe('{"amplify-session":"in"}');
    await page.getByRole('link', { name: 'Playground' }).click();
    await page.getByRole('link', { name: 'Dashboard' }).click();
    await signedIn(page);
    expect(asked).toEqual(['none', 'none']);
    await page.goBack();
    await page.waitForURL(`${service.url}/`);
    expect(shown).toEqual([]);
  });

  test.each([
    ['the sign-in knows nobody any more', (page: Page) => page.context().clearCookies()],
    ['the sign-in does not respond', spoiled('.well-known/**', (route) => route.abort())],
    [
      'the sign-in leads back with nothing',
      spoiled('oauth2/authorize**', (route) => redirect(route, `${service.url}/dashboard`)),
    ],
    [
      'a code is good for nothing',
      spoiled('oauth2/token', fulfil(400, { error: 'invalid_grant' })),
    ],
  ] as const)('is not requested again if %s', async (_, spoil) => {
    const page = await enter(service, { expected: /ERR_FAILED|400/ });
    const { asked, shown } = watchSignIn(page);
    await spoil(page);
    await page.reload();
    await page.getByRole('heading', { name: 'You are not signed in' }).waitFor();
    await signInButton(page).waitFor();
    await page.unrouteAll();
    const before = asked.length;
    expect(before).toBeLessThanOrEqual(1);
    await page.reload();
    await signInButton(page).waitFor();
    expect(asked).toHaveLength(before);
    expect(shown).toEqual([]);
    expect(await page.evaluate('JSON.stringify(localStorage)')).toBe('{}');
  });

  test('ends in all tabs, and stays ended', async () => {
    const page = await enter(service);
    const other = await page.context().newPage();
    await other.goto(`${service.url}/dashboard`);
    await signedIn(other);
    const back = page.waitForResponse(`${service.url}/dashboard`);
    await page.getByRole('button', { name: 'Sign out' }).click();
    await signedOut(other).waitFor();
    expect(await other.getByRole('table').count()).toBe(0);
    // The return from the sign-in.
    await back;
    const { asked } = watchSignIn(page);
    const { asked: askedByOther } = watchSignIn(other);
    for (const tab of [page, other]) {
      await signedOut(tab).waitFor();
      await tab.reload();
      await signedOut(tab).waitFor();
      await signInButton(tab).waitFor();
    }
    expect([asked, askedByOther]).toEqual([[], []]);
  });

  test('does not begin without storage, and the page says why', async () => {
    const page = await visit(service, { before: keepsNothing });
    await signInButton(page).click();
    await page.getByText('Your browser blocks cookies and site data for this site.').waitFor();
    expect(await page.locator('[aria-busy]').count()).toBe(0);
  });
});

describe('signing in', () => {
  /** A clock that is wrong by less than a day does no harm. */
  const clock = (hours: number) =>
    `{ const { now } = Date; Date.now = () => now() + ${hours * 3_600_000}; }`;

  test('is only completed if this page began it, and leaves no token or code; with a slow clock', async () => {
    for (const query of ['code=stolen', 'state=forged', 'error=access_denied']) {
      // The sign-in is another origin, whose calls would be reported.
      const foreign = await open(`${service.url}/dashboard?${query}`);
      await foreign.getByText('not started on this page').waitFor();
      expect(foreign.url()).toBe(`${service.url}/dashboard`);
    }

    const page = await visit(service, { before: clock(-23) });
    await signInButton(page).click();
    await page.getByLabel('E-mail').waitFor();
    await page.goBack();
    const attempt = JSON.parse(
      (JSON.parse(await kept(page)) as Record<string, string>)['amplify-sign-in'] ?? '',
    );
    expect(Object.keys(attempt)).toEqual(['state', 'verifier', 'server']);
    // The code of another attempt is refused, without a retry.
    await page.goto(`${service.url}/dashboard?code=stolen&state=forged`);
    await page.getByText('not started on this page').waitFor();
    expect(JSON.parse(await kept(page))).toEqual({ cookie: '' });

    const tokens = page
      .waitForResponse(`${service.signInUrl}/oauth2/token`)
      .then((answer) => answer.json());
    await signIn(page);
    expect(JSON.parse(await kept(page))).toEqual({ 'amplify-session': 'in', cookie: '' });
    await page.waitForURL(`${service.url}/dashboard`);
    const { access_token: token } = (await tokens) as { access_token: string };
    expect(await page.content()).not.toContain(token);

    // The return from adding a passkey may have a code that this page did not ask for.
    const link = page.getByRole('link', { name: 'Add a passkey' });
    const { origin, pathname, searchParams } = new URL(String(await link.getAttribute('href')));
    expect([origin, pathname]).toEqual([service.signInUrl, '/passkeys/add']);
    expect([...searchParams.keys()]).toEqual(['client_id', 'redirect_uri']);
    await page.goto(`${searchParams.get('redirect_uri')}?code=unasked`);
    await signedIn(page);
    await page.waitForURL(`${service.url}/dashboard`);
  });

  test('says why it failed, and can be repeated; with a fast clock', async () => {
    const { email } = await openAccount(service, ['laptop']);
    const page = await visitAs(service, email, { expected, before: clock(23) });
    const lost = (route: Route) => route.abort();
    const cancelled = (route: Route) => {
      const { searchParams } = new URL(route.request().url());
      const back = `${searchParams.get('redirect_uri')}?error=access_denied&state=${searchParams.get('state')}&iss=${encodeURIComponent(service.signInUrl)}`;
      return redirect(route, back);
    };
    const exchange = `${service.signInUrl}/oauth2/token`;
    // No message appears twice in a row, so that none is mistaken for the next.
    for (const [url, answer, shown] of [
      [`${service.signInUrl}/**`, lost, 'The sign-in does not respond'],
      [`${service.signInUrl}/oauth2/authorize**`, cancelled, 'was cancelled or refused'],
      [exchange, lost, 'The sign-in does not respond'],
      [exchange, fulfil(400, { error: 'invalid_grant' }), 'You are not signed in'],
      [exchange, fulfil(503, {}), 'The sign-in failed'],
      // Signed in, but the service does not respond.
      ['**/account', lost, 'No response came. Your keys keep working.'],
      ['**/account', fulfil(503, { detail: 'Try again.' }), 'The service failed (503).'],
      ['**/account', fulfil(200, undefined), 'The response can’t be read.'],
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

    const late = await visitAs(service, email, { before: clock(26) });
    await signInButton(late).click();
    await late.getByText('The clock of this device is wrong by more than a day.').waitFor();
  });
});

test('an expired session removes everything except an unsaved key, and can be renewed', async () => {
  const page = await enter(service, { expected });
  const end = () => page.route(account, fulfil(401, { message: 'Unauthorized' }));
  const title = page.locator('#gate-title', { hasText: 'Your session has ended' });
  const nothingIsLeft = async () => {
    await title.waitFor();
    expect(await page.getByRole('table').count()).toBe(0);
    expect(await dialog(page).count()).toBe(0);
    expect(JSON.parse(await kept(page))).toEqual({ 'amplify-session': 'in', cookie: '' });
  };
  const renew = async () => {
    await page.unroute(account);
    await signInButton(page).click();
    await keyRow(page, 'laptop').waitFor();
  };

  const key = await showNewKey(page, 'laptop');
  await end();
  await comeBack(page);
  expect(await shownKey(page)).toBe(key);
  await page.getByRole('button', { name: 'I have saved it' }).click();
  await nothingIsLeft();
  await renew();

  // A page that is only open notices it.
  await choose(page, 'laptop', 'Rename');
  await end();
  await comeBack(page);
  await nothingIsLeft();
  await renew();

  // A change notices it. Only the change, since the page may read the account at any time.
  await page.route('**/account/keys', fulfil(401, { message: 'Unauthorized' }));
  await page.getByRole('button', { name: 'New key' }).click();
  await submit(page, 'Create key', 'half typed');
  await nothingIsLeft();
});

/** The altered parts of the account's answers. */
interface Answer {
  readonly limits: object;
  readonly keys: readonly object[];
}

test('while the service is down, the page keeps what it read, and tries again at least once a minute; later changes are shown', async () => {
  const { email } = await openAccount(service, ['laptop']);
  const page = await enter(service, { email, expected, before: holdsTimers });
  await page.route(account, fulfil(503, { detail: 'Try again.' }));
  await comeBack(page);
  const trouble = page.getByText(
    'Your keys keep working. Try again soon. What you see was read just now.',
  );
  await trouble.waitFor();
  await keyRow(page, 'laptop').waitFor();
  for (let time = 1; time <= 5; time += 1) {
    await painted(page);
    const [response] = await Promise.all([
      page.waitForResponse(account),
      page.evaluate('elapse(60_000)'),
    ]);
    await response.finished();
  }
  await change(page, 'laptop', 'Rename', 'desk');
  await dialog(page).getByText('The service failed (503).').waitFor();
  await page.unroute(account);
  await submit(page, 'Rename');
  await page.getByText('Renamed.').waitFor();
  await trouble.waitFor({ state: 'hidden' });
  expect(await keyNames(page)).toEqual(['desk']);

  const newKeyButton = page.getByRole('button', { name: 'New key' });
  await newKeyButton.click();
  await page.context().setOffline(true);
  await submit(page, 'Create key', 'offline');
  await dialog(page).getByText('You are offline: nothing was sent.').waitFor();
  await page.context().setOffline(false);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await comeBack(page);

  // A key whose answer was lost is listed, not shown, and can be revoked.
  const keys = '**/account/keys';
  await page.route(keys, async (route) => {
    await route.fetch();
    await route.abort();
  });
  await newKeyButton.click();
  await submit(page, 'Create key', 'lost');
  await page.getByText('the key may exist').waitFor();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await keyRow(page, 'lost').waitFor();
  expect(await page.getByRole('button', { name: 'I have saved it' }).count()).toBe(0);
  await revoke(page, 'lost');
  await page.unroute(keys);

  const row = keyRow(page, 'desk');
  /** Alters the account's answers. */
  let altered: (account: Answer) => unknown;
  const alter = async (change: typeof altered) => {
    altered = change;
    await comeBack(page);
  };
  await page.route('**/account', async (route) => {
    const response = await route.fetch();
    return route.fulfill({ response, json: altered(await response.json()) });
  });

  await alter((read) => ({ ...read, limits: { ...read.limits, changes_left: 0 } }));
  await page.getByText('You have made the 20 changes of a day.').waitFor();
  expect(await newKeyButton.isDisabled()).toBe(true);

  await alter((read) => ({
    ...read,
    suspended_at: new Date().toISOString(),
    keys: read.keys.map((key) => ({ ...key, status: 'suspended' })),
  }));
  await page.getByText('Your account has been suspended').waitFor();
  await row.getByText('Suspended').waitFor();
  // The operator set no contact.
  const told = await page.locator('#account').innerText();
  expect(told).not.toMatch(/\b(?:ask|write|contact)\b/i);
  expect(await newKeyButton.isDisabled()).toBe(true);
  await row.getByRole('button', { name: 'Actions' }).click();
  const shown = row.getByRole('button').filter({ visible: true });
  expect(await shown.allInnerTexts()).toEqual(['', 'Revoke']);
});

test('changes in another tab are noticed; a deletion begun there can be completed; deleting requires the typed address', async () => {
  const { email, keys, call } = await openAccount(service, ['laptop']);
  const page = await enter(service, { email, expected });
  await call('POST', '/keys', { name: 'from elsewhere' });
  await comeBack(page);
  await page.getByText('Something was changed elsewhere.').waitFor();
  expect(await keyNames(page)).toEqual(['from elsewhere', 'laptop']);

  await choose(page, 'laptop', 'Rotate');
  await call('DELETE', `/keys/${keys[0].item.id}`);
  await submit(page, 'Rotate');
  await page.getByText('The list is up to date.').waitFor();
  expect(await dialog(page).count()).toBe(0);
  await keyRow(page, 'laptop').getByText('Revoked').waitFor();

  const other = await page.context().newPage();
  await other.goto(`${service.url}/dashboard`);
  for (const tab of [page, other]) await choose(tab, 'from elsewhere', 'Revoke');
  for (const tab of [page, other]) {
    await submit(tab, 'Revoke', 'from elsewhere');
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
  // The session at the sign-in has ended.
  await signIn(page, email);
  await page.getByRole('heading', { name: 'Create your first key' }).waitFor();

  // A first key whose answer was lost.
  await page.route(
    '**/account/keys',
    async (route) => {
      await route.fetch();
      await route.abort();
    },
    { times: 1 },
  );
  await createFirstKey(page, 'lost');
  await page.getByText('the key may exist').waitFor();
  await keyRow(page, 'lost').waitFor();

  const key = await makeKey(page, 'desk');
  await page.getByRole('button', { name: 'Delete account' }).click();
  await submit(page, 'Delete account', 'somebody@example.com');
  await page.locator('input:invalid:focus').waitFor();
  await submit(page, 'Delete account', email.toUpperCase());
  await deleted.waitFor();
  const answer = await fetch(`${service.url}/v1/rate-limits`, { headers: { 'X-API-Key': key } });
  expect(answer.status).toBe(401);
  await signInButton(page).click();
  await page.getByLabel('E-mail').waitFor();
});
