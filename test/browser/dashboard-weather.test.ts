/**
 * The dashboard under attacks, faults, expired sessions and concurrent changes.
 *
 * @jest-environment ./test/browser/jest-environment.ts
 */
import { beforeAll, describe, expect, test } from '@jest/globals';
import type { Page, Route } from 'playwright-core';
import { type SharedService, sharedProduction } from '../support/service.ts';
import { newAddress } from '../support/sign-in.ts';
import { open, sendOn } from './chromium.ts';
import {
  choose,
  comeBack,
  dialog,
  enter,
  keyNames,
  keyRow,
  makeKey,
  openAccount,
  revoke,
  showNewKey,
  shownKey,
  signIn,
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

/** Requests for the account and its keys. */
const account = /\/account(?:\/|$)/;

/** What a sign-in leaves where a script, or the next user of the computer, could find it. */
const kept = (page: Page): Promise<string> =>
  page.evaluate('JSON.stringify({ ...sessionStorage, ...localStorage, cookie: document.cookie })');

describe('signing in', () => {
  /** A wrong clock does no harm, even if a token of an hour just expired by it. */
  const clock = (minutes: number) =>
    `{ const { now } = Date; Date.now = () => now() + ${minutes * 60_000}; }`;

  test('is only completed if this page began it, and leaves no token or code; with a slow clock', async () => {
    for (const query of ['code=stolen', 'state=forged', 'error=access_denied']) {
      // The sign-in is another origin, whose calls would be reported.
      const foreign = await open(`${service.url}/dashboard?${query}`);
      await foreign.getByText('not started on this page').waitFor();
      expect(foreign.url()).toBe(`${service.url}/dashboard`);
    }

    const page = await visit(service, { before: clock(-1) });
    await page.getByRole('button', { name: 'Sign in' }).click();
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
    expect(page.url()).toBe(`${service.url}/dashboard`);
    const { access_token: token } = (await tokens) as { access_token: string };
    expect(await page.content()).not.toContain(token);
  });

  test('says why it failed, and can be repeated; with a fast clock', async () => {
    const page = await visitAs(service, newAddress(), { expected, before: clock(63) });
    const begin = () => page.getByRole('button', { name: 'Sign in' }).click();
    // No title appears twice in a row, so that none is mistaken for the next.
    const down = page.getByRole('heading', { name: 'The sign-in does not respond' });
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
    await page.getByText('The sign-in was cancelled or took too long.').waitFor();
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

    // Signed in, but the service does not respond.
    const again = page.getByRole('button', { name: 'Try again' });
    await page.route('**/account', (route) => route.abort());
    await begin();
    await page.getByText('No response came.').waitFor();
    await page.getByText('Your keys keep working.').waitFor();
    await page.route('**/account', fulfil(503, { detail: 'Try again.' }));
    await again.click();
    await page.getByText('The service does not respond.').waitFor();
    await page.route('**/account', (route) => route.fulfill({ body: '<html>' }));
    await again.click();
    await page.getByText('No response came.').waitFor();
    await page.unroute('**/account');

    // Without usage, the rest of the page works.
    const usage = '**/account/usage**';
    await page.route(usage, fulfil(429, { message: 'Too Many Requests' }));
    await again.click();
    await page.getByText('No keys yet').waitFor();
    await page.getByText('Usage could not be loaded completely.').waitFor();
    await page.unroute(usage);
    await comeBack(page);
    await page.getByText('No requests in the last 30 days.').waitFor();
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

  // A page that is only open notices it.
  await choose(page, 'laptop', 'Rename');
  await page.getByLabel('Name', { exact: true }).fill('desk');
  await end();
  await comeBack(page);
  await nothingIsLeft();
  await renew();

  // A change notices it.
  await page.getByRole('button', { name: 'New key' }).click();
  await page.getByLabel('Name', { exact: true }).fill('half typed');
  // Only the change, since the page may read the account at any time.
  await page.route('**/account/keys', fulfil(401, { message: 'Unauthorized' }));
  await page.getByRole('button', { name: 'Create key' }).click();
  await nothingIsLeft();
});

/** The altered parts of the account's answers. */
interface Answer {
  readonly limits: object;
  readonly keys: readonly object[];
}

test('while the service is down, the page keeps what it read; later changes are shown', async () => {
  const { email } = await openAccount(service, ['laptop']);
  const page = await enter(service, { email, expected });
  await page.route(account, fulfil(503, { detail: 'Try again.' }));
  await comeBack(page);
  const trouble = page.getByText(
    'Your keys keep working. Try again soon. What you see was read just now.',
  );
  await trouble.waitFor();
  await keyRow(page, 'laptop').waitFor();
  await choose(page, 'laptop', 'Rename');
  await page.getByLabel('Name', { exact: true }).fill('desk');
  await dialog(page).getByRole('button', { name: 'Rename' }).click();
  await dialog(page).getByText('The service does not respond.').waitFor();
  await page.unroute(account);
  await dialog(page).getByRole('button', { name: 'Rename' }).click();
  await page.getByText('Renamed.').waitFor();
  await trouble.waitFor({ state: 'hidden' });
  expect(await keyNames(page)).toEqual(['desk']);

  await page.getByRole('button', { name: 'New key' }).click();
  await page.getByLabel('Name', { exact: true }).fill('offline');
  await page.context().setOffline(true);
  await page.getByRole('button', { name: 'Create key' }).click();
  await dialog(page).getByText('You are offline: nothing was sent.').waitFor();
  await page.context().setOffline(false);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await comeBack(page);

  // A key whose answer was lost is listed, not shown, and can be revoked.
  const keys = '**/account/keys';
  await page.route(keys, async (route) => {
    await sendOn(route);
    await route.abort();
  });
  await page.getByRole('button', { name: 'New key' }).click();
  await page.getByLabel('Name', { exact: true }).fill('lost');
  await page.getByRole('button', { name: 'Create key' }).click();
  await page.getByText('the key may exist').waitFor();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await keyRow(page, 'lost').waitFor();
  expect(await page.getByRole('button', { name: 'I have saved it' }).count()).toBe(0);
  await revoke(page, 'lost');
  await page.unroute(keys);

  const row = keyRow(page, 'desk');
  const newKeyButton = page.getByRole('button', { name: 'New key' });
  /** Alters the account's answers. */
  let change: (account: Answer) => unknown;
  const alter = async (altered: typeof change) => {
    change = altered;
    await comeBack(page);
  };
  await page.route('**/account', async (route) => {
    const response = await sendOn(route);
    return route.fulfill({ response, json: change(await response.json()) });
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
  expect(await newKeyButton.isDisabled()).toBe(true);
  await row.getByRole('button', { name: 'Actions' }).click();
  const shown = row.getByRole('button').filter({ visible: true });
  expect(await shown.allInnerTexts()).toEqual(['Actions', 'Revoke']);
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
  await dialog(page).getByRole('button', { name: 'Rotate' }).click();
  await page.getByText('The list is up to date.').waitFor();
  expect(await dialog(page).count()).toBe(0);
  await keyRow(page, 'laptop').getByText('Revoked').waitFor();

  const other = await page.context().newPage();
  await other.goto(`${service.url}/dashboard`);
  for (const tab of [page, other]) {
    await choose(tab, 'from elsewhere', 'Revoke');
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
  // The session at the sign-in has ended.
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
