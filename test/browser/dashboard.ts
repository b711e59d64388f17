/** Steps on the dashboard. */
import type { Page } from 'playwright-core';
import type { FreshKey } from '../../functions/accounts/responses.ts';
import type { SharedService } from '../support/service.ts';
import {
  authorizationUrl,
  type Browser,
  callerOf,
  giveAddress,
  newAddress,
  openBrowser,
  signIn as signInElsewhere,
  verifier,
} from '../support/sign-in.ts';
import { open, type open as openPage } from './chromium.ts';

type Visit = NonNullable<Parameters<typeof openPage>[1]>;

export const visit = ({ url, signInUrl }: SharedService, options: Visit = {}): Promise<Page> =>
  open(`${url}/dashboard`, { elsewhere: signInUrl, ...options });

export const signInButton = (page: Page) =>
  page.getByRole('button', { name: /^(?:Sign in|Continue with e-mail)$/ });

/** Signs in; by default as a new user. */
export const signIn = async (page: Page, email = newAddress()): Promise<void> => {
  await signInButton(page).click();
  await page.getByLabel('E-mail').fill(email);
  await page.getByRole('button', { name: 'Continue' }).click();
  await signedIn(page);
};

/** Waits until the account is shown. */
export const signedIn = (page: Page): Promise<void> =>
  page.getByRole('heading', { name: 'Account', exact: true }).waitFor();

/** Opens the dashboard as a user with a session at the sign-in. */
export const visitAs = async (service: SharedService, email: string, options: Visit = {}) => {
  const browser = openBrowser();
  await signInElsewhere(service, email, browser);
  const page = await visit(service, options);
  await becomeKnown(page, service, browser);
  return page;
};

/** Gives a page's visitor a session at the sign-in. */
const becomeKnown = (page: Page, { signInUrl }: SharedService, elsewhere: Browser) => {
  const { hostname: domain } = new URL(signInUrl);
  const kept = { domain, httpOnly: true };
  return page.context().addCookies(elsewhere.cookies().map((cookie) => ({ ...cookie, ...kept })));
};

/**
 * Opens the dashboard as on the return from the sign-in. The pages before are only opened by tests of the
 * sign-in.
 */
export const enter = async (service: SharedService, options: Visit & { email?: string } = {}) => {
  const { email = newAddress(), before = '', ...others } = options;
  const browser = openBrowser();
  const metadata = await fetch(`${service.signInUrl}/.well-known/openid-configuration`);
  const attempt = { state: verifier(), verifier: verifier(), server: await metadata.json() };
  const { state } = attempt;
  const authorization = authorizationUrl(service, attempt.verifier, { state });
  const back = await giveAddress(browser, authorization, email);
  const page = await open(back, {
    elsewhere: service.signInUrl,
    // The stored attempt.
    before: `if (location.search.includes('${state}')) {
      sessionStorage.setItem('amplify-sign-in', '${JSON.stringify(attempt)}');
    }
    ${before}`,
    ...others,
  });
  await becomeKnown(page, service, browser);
  await signedIn(page);
  return page;
};

/** The open dialog. */
export const dialog = (page: Page) => page.getByRole('dialog');

/** The row of a key with a name; the first of several. */
export const keyRow = (page: Page, name: string) =>
  page.getByRole('table', { name: 'Keys' }).getByRole('row', { name, exact: false }).first();

export const keyNames = (page: Page): Promise<readonly string[]> =>
  page.getByRole('table', { name: 'Keys' }).locator('bdi').allInnerTexts();

/** Creates a key, and leaves it shown. Resolves to the key. */
export const showNewKey = async (page: Page, name: string): Promise<string> => {
  const newKey = page.getByRole('button', { name: 'New key' });
  if (await newKey.isVisible()) {
    await newKey.click();
    await submit(page, 'Create key', name);
  } else await createFirstKey(page, name);
  return shownKey(page);
};

/** Creates a key in an account without any. */
export const createFirstKey = async (page: Page, name: string): Promise<void> => {
  await page.getByLabel('Name', { exact: true }).fill(name);
  await page.getByRole('button', { name: 'Create key' }).click();
};

/** The shown new key. */
export const shownKey = async (page: Page): Promise<string> => {
  await page.getByRole('button', { name: 'I have saved it' }).waitFor();
  return (await dialog(page).locator('code').first().innerText()).trim();
};

/** Creates a key. Resolves to it once it is no longer shown. */
export const makeKey = async (page: Page, name: string): Promise<string> => {
  const key = await showNewKey(page, name);
  await save(page);
  return key;
};

/** Confirms that the key is saved, and waits until the dialog is closed. */
export const save = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'I have saved it' }).click();
  await page.getByText(/created\. It’s ready to use|The new key works/).waitFor();
};

/** Makes the page read the account again, as when its window gets the focus. */
export const comeBack = (page: Page): Promise<void> =>
  page.evaluate("dispatchEvent(new Event('focus'))");

/** Chooses an action from the menu of a key. */
export const choose = async (page: Page, name: string, action: string): Promise<void> => {
  await keyRow(page, name).getByRole('button', { name: 'Actions' }).click();
  await keyRow(page, name).getByRole('button', { name: action }).click();
};

/** Types a name, or what confirms, into the open dialog, and presses its button. */
export const submit = async (page: Page, button: string, text?: string): Promise<void> => {
  if (text !== undefined)
    await dialog(page)
      .getByLabel(/^(?:Name$|Type )/)
      .fill(text);
  await dialog(page).getByRole('button', { name: button }).click();
};

/** Chooses an action from the menu of a key, and answers its dialog. */
export const change = async (page: Page, name: string, action: string, text?: string) => {
  await choose(page, name, action);
  await submit(page, action, text);
};

export const rename = async (page: Page, name: string, text: string): Promise<void> => {
  await change(page, name, 'Rename', text);
  await page.getByText('Renamed.').waitFor();
};

export const revoke = async (page: Page, name: string): Promise<void> => {
  await change(page, name, 'Revoke', name);
  await page.getByText('is revoked').waitFor();
};

/**
 * Opens an account elsewhere, and creates keys in it.
 *
 * @param names - of the keys, the oldest first.
 * @returns the address, the keys, and a function that calls the account's endpoints.
 */
export const openAccount = async <const Names extends readonly string[]>(
  service: SharedService,
  names: Names,
  email = newAddress(),
) => {
  const token = await signInElsewhere(service, email);
  const call = callerOf(service, token);
  await call('PUT');
  const keys: FreshKey[] = [];
  for (const name of names) {
    keys.push((await call('POST', '/keys', { name })).json);
  }
  return { email, keys: keys as { [At in keyof Names]: FreshKey }, call };
};
