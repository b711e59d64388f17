/**
 * The dashboard's session.
 *
 * @jest-environment ./test/browser/jest-environment.ts
 */
import { beforeAll, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { type SharedService, sharedProduction } from '../support/service.ts';
import { keepsNothing } from './chromium.ts';
import { enter, visit } from './dashboard.ts';

let service: SharedService;
beforeAll(async () => {
  service = await sharedProduction();
});

const keys = (page: Page) => page.getByRole('heading', { name: 'Keys', exact: true });
const gate = (page: Page) => page.getByRole('heading', { name: 'Your keys' });
const signedOut = (page: Page) => page.getByRole('heading', { name: 'You are signed out' });
const signInButton = (page: Page) => page.getByRole('button', { name: 'Sign in' });

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

test('survives a reload and navigation, with one silent request, and does not trap the back button', async () => {
  const page = await enter(service);
  const { asked, shown } = watchSignIn(page);
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'fetch' || request.url().startsWith(service.signInUrl)) {
      sent.push(`${request.method()} ${new URL(request.url()).pathname}`);
    }
  });
  await page.reload();
  await keys(page).waitFor();
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
  await keys(page).waitFor();
  expect(asked).toEqual(['none', 'none']);
  await page.goBack();
  await page.waitForURL('**/playground');
  expect(shown).toEqual([]);
});

test.each([
  ['the sign-in knows nobody any more', (page: Page) => page.context().clearCookies()],
  [
    'the sign-in does not respond',
    (page: Page) => page.route(`${service.signInUrl}/.well-known/**`, (route) => route.abort()),
  ],
  [
    'the sign-in leads back with nothing',
    (page: Page) =>
      page.route(`${service.signInUrl}/oauth2/authorize**`, (route) =>
        route.fulfill({ status: 302, headers: { Location: `${service.url}/dashboard` } }),
      ),
  ],
  [
    'a code is good for nothing',
    (page: Page) =>
      page.route(`${service.signInUrl}/oauth2/token`, (route) =>
        route.fulfill({ status: 400, json: { error: 'invalid_grant' } }),
      ),
  ],
] as const)('is not requested again if %s', async (_, spoil) => {
  const page = await enter(service, { expected: /ERR_FAILED|400/ });
  const { asked, shown } = watchSignIn(page);
  await spoil(page);
  await page.reload();
  await gate(page).waitFor();
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
  await keys(other).waitFor();
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
  await page.getByRole('heading', { name: 'Signing in needs storage' }).waitFor();
  await page.getByText('Your browser blocks cookies and site data for this site.').waitFor();
  expect(await page.locator('[aria-busy]').count()).toBe(0);
});
