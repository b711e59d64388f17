/** The dashboard for everybody: on any screen, in any colours, by whatever reads it. */
import { beforeAll, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { longWindow } from '../contract/client.ts';
import { type Service, type SharedService, sharedService, startService } from '../service.ts';
import { accessibilityFaults, open, overflow, screens } from './chromium.ts';
import { dialog, keyRow, makeKey, newAddress, save, shownKey, visit } from './dashboard.ts';

let service: Service;
let demo: SharedService;
beforeAll(async () => {
  [service, demo] = await Promise.all([
    startService({ args: ['--stage', 'prod'] }),
    sharedService(longWindow),
  ]);
});

/** Looks at the page as it stands. */
const look = async (page: Page) => {
  expect(await accessibilityFaults(page)).toEqual([]);
  expect(await overflow(page)).toBe(0);
};

/** Opens a dialog of a key, looks at it, and closes it again. */
const lookAtDialog = async (page: Page, button: string) => {
  await page.getByRole('button', { name: button }).first().click();
  await dialog(page).waitFor();
  await look(page);
  await page.getByRole('button', { name: 'Cancel' }).click();
};

test.each(screens)(
  '%s: axe finds nothing in any state, and nothing is wider than the window',
  async (screen) => {
    const page = await visit(service, { screen, expected: /401|503/ });
    await look(page);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByLabel('E-mail').fill(`${'very.'.repeat(8)}long.${newAddress()}`);
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByText('No keys yet').waitFor();
    await page.getByRole('table', { name: 'Calls by hour' }).waitFor();
    await look(page);

    await makeKey(page, 'wide'.repeat(25));
    await page.getByRole('button', { name: 'New key' }).click();
    await page.getByLabel('Name').fill('');
    await page.getByRole('button', { name: 'Create key' }).click();
    await look(page);
    await page.getByLabel('Name').fill('laptop');
    await page.getByRole('button', { name: 'Create key' }).click();
    await shownKey(page);
    await look(page);
    await save(page);

    await lookAtDialog(page, 'Rename');
    await lookAtDialog(page, 'Revoke');
    await lookAtDialog(page, 'Delete account');
    await keyRow(page, 'laptop').getByRole('button', { name: 'Rotate' }).click();
    await look(page);
    await dialog(page).getByRole('button', { name: 'Rotate' }).click();
    await shownKey(page);
    await save(page);
    await page.getByText('Replaces the key below').waitFor();
    await page.getByRole('button', { name: 'Show as tables' }).click();
    await look(page);

    const account = '**/account';
    await page.route(account, (route) => route.fulfill({ status: 503, body: '{}' }));
    await page.evaluate("dispatchEvent(new Event('focus'))");
    await page.getByText('The service does not answer').waitFor();
    await look(page);
    await page.unroute(account);
    await page.route(account, (route) => route.fulfill({ status: 401, body: '{}' }));
    await page.evaluate("dispatchEvent(new Event('focus'))");
    await page.getByRole('heading', { name: 'Your session has ended' }).waitFor();
    await look(page);
  },
);

test.each(screens)('%s: where any key will do, the page says so', async (screen) => {
  const page = await open(`${demo.url}/dashboard`, { screen });
  await page.getByText('any key will do').waitFor();
  await look(page);
  await page.getByRole('main').getByRole('link', { name: 'playground' }).click();
  await page.getByText('30 of 30 calls left').waitFor();
  expect(await page.getByRole('link', { name: /Dashboard|Get a key/ }).count()).toBe(0);
});

test.each(['/docs', '/playground'])(
  '%s says where keys come from, and leads there',
  async (path) => {
    const page = await open(service.url + path, { elsewhere: service.signInUrl });
    await page.getByRole('link', { name: 'Get a key' }).click();
    await page.getByRole('button', { name: 'Sign in' }).waitFor();
    expect(page.url()).toBe(`${service.url}/dashboard`);
  },
);
