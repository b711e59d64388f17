/** The dashboard as a person uses it. */
import type { Page } from 'playwright-core';
import type { FreshKey } from '../../functions/accounts/views.ts';
import type { SharedService } from '../service.ts';
import {
  askAs,
  authorizationUrl,
  type Browser,
  giveAddress,
  newAddress,
  openBrowser,
  signIn as signInElsewhere,
  verifier,
} from '../sign-in.ts';
import { open, type open as openPage } from './chromium.ts';

type Visit = NonNullable<Parameters<typeof openPage>[1]>;

/** Opens the dashboard as a new visitor. */
export const visit = ({ url, signInUrl }: SharedService, options: Visit = {}): Promise<Page> =>
  open(`${url}/dashboard`, { elsewhere: signInUrl, ...options });

/** Signs in, as somebody who has not been here if nobody is named. */
export const signIn = async (page: Page, email = newAddress()): Promise<void> => {
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByLabel('E-mail').fill(email);
  await page.getByRole('button', { name: 'Continue' }).click();
  await signedIn(page);
};

const signedIn = (page: Page) => page.getByRole('heading', { name: 'Keys', exact: true }).waitFor();

/** Opens the dashboard as somebody whom the sign-in still knows, and asks nothing. */
export const visitAs = async (service: SharedService, email: string, options: Visit = {}) => {
  const browser = openBrowser();
  await signInElsewhere(service, email, browser);
  const page = await visit(service, options);
  await becomeKnown(page, service, browser);
  return page;
};

/** Has the sign-in know a page's visitor as it knows one elsewhere. */
const becomeKnown = (page: Page, { signInUrl }: SharedService, elsewhere: Browser) => {
  const { hostname: domain } = new URL(signInUrl);
  const kept = { domain, httpOnly: true };
  return page.context().addCookies(elsewhere.cookies().map((cookie) => ({ ...cookie, ...kept })));
};

/**
 * Opens the dashboard as somebody who comes back from the sign-in: that page, and the dashboard that leads there,
 * are opened only where a test is about signing in.
 */
export const enter = async (service: SharedService, options: Visit & { email?: string } = {}) => {
  const { email = newAddress(), ...others } = options;
  const browser = openBrowser();
  const attempt = { state: verifier(), verifier: verifier() };
  const { state } = attempt;
  const authorization = authorizationUrl(service, attempt.verifier, { state });
  const back = await giveAddress(browser, authorization, email);
  const page = await open(back, {
    elsewhere: service.signInUrl,
    // What the dashboard has kept of the attempt.
    before: `if (location.search.includes('${state}')) {
      sessionStorage.setItem('amplify-sign-in', '${JSON.stringify(attempt)}');
    }`,
    ...others,
  });
  await becomeKnown(page, service, browser);
  await signedIn(page);
  return page;
};

/** The dialog that is open. */
export const dialog = (page: Page) => page.getByRole('dialog');

/** The row of a key with a name; of several, the upper one. */
export const keyRow = (page: Page, name: string) =>
  page.getByRole('table', { name: 'Keys' }).getByRole('row', { name, exact: false }).first();

/** The names in the list of keys. */
export const keyNames = (page: Page): Promise<readonly string[]> =>
  page.getByRole('table', { name: 'Keys' }).getByRole('rowheader').allInnerTexts();

/** Makes a key, and leaves it shown. Resolves to the key. */
export const showNewKey = async (page: Page, name: string): Promise<string> => {
  await page.getByRole('button', { name: 'New key' }).click();
  await page.getByLabel('Name').fill(name);
  await page.getByRole('button', { name: 'Create key' }).click();
  return shownKey(page);
};

/** The key that is shown this once. */
export const shownKey = async (page: Page): Promise<string> => {
  await page.getByRole('button', { name: 'I have saved it' }).waitFor();
  return (await dialog(page).locator('code').first().innerText()).trim();
};

/** Makes a key. Resolves to it when it is shown no more. */
export const makeKey = async (page: Page, name: string): Promise<string> => {
  const key = await showNewKey(page, name);
  await save(page);
  return key;
};

/** Says that the key is saved, and waits until the page goes on. */
export const save = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'I have saved it' }).click();
  await page.getByText(/is made, and works|The new key works/).waitFor();
};

/** Has the page read the account anew, as when its window is gone back to. */
export const comeBack = (page: Page): Promise<void> =>
  page.evaluate("dispatchEvent(new Event('focus'))");

/** Revokes a key. */
export const revoke = async (page: Page, name: string): Promise<void> => {
  await keyRow(page, name).getByRole('button', { name: 'Revoke' }).click();
  await page.getByLabel('Type the key’s name').fill(name);
  await dialog(page).getByRole('button', { name: 'Revoke' }).click();
  await page.getByText('is revoked').waitFor();
};

/**
 * Opens an account elsewhere, and makes keys in it.
 *
 * @param names - of the keys, from the oldest on.
 * @returns whose account it is, the keys, and what calls its endpoints.
 */
export const openAccount = async <const Names extends readonly string[]>(
  service: SharedService,
  names: Names,
  email = newAddress(),
) => {
  const token = await signInElsewhere(service, email);
  const call = (method: string, path: string, body?: unknown) =>
    askAs(service, token, method, `/account${path}`, body);
  await call('PUT', '');
  const keys: FreshKey[] = [];
  for (const name of names) {
    const answer = await call('POST', '/keys', { name });
    keys.push((await answer.json()) as FreshKey);
  }
  return { email, keys: keys as { [At in keyof Names]: FreshKey }, call };
};

/** Calls the API as a program does. */
export const callWith = ({ url }: SharedService, key: string, voice = 'shout') =>
  fetch(`${url}/v1/${voice}`, {
    method: 'POST',
    headers: { 'X-API-Key': key, 'Content-Type': 'application/json' },
    body: '{"text":"hello"}',
  });
