/** The dashboard for everybody: on any screen, in any colours, by whatever reads it. */
import { beforeAll, describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { longWindow } from '../keys.ts';
import { type SharedService, sharedProduction, sharedService } from '../service.ts';
import { newAddress } from '../sign-in.ts';
import { accessibilityFaults, open, overflow, screens } from './chromium.ts';
import {
  comeBack,
  dialog,
  enter,
  keyRow,
  makeKey,
  save,
  shownKey,
  signIn,
  visit,
} from './dashboard.ts';

let service: SharedService;
let demo: SharedService;
beforeAll(async () => {
  [service, demo] = await Promise.all([sharedProduction(), sharedService(longWindow)]);
});

/** Looks at the page as it stands. */
const look = async (page: Page) => {
  expect(await accessibilityFaults(page)).toEqual([]);
  expect(await overflow(page)).toBe(0);
};

describe.each(screens)(
  'on a %s axe finds nothing, and nothing is wider than the window:',
  (screen) => {
    test('signed out, without a key, and when the session has ended', async () => {
      const page = await visit(service, { screen, expected: /401/ });
      await look(page);
      await signIn(page, `${'very.'.repeat(8)}long.${newAddress()}`);
      await page.getByText('No keys yet').waitFor();
      await page.getByRole('table', { name: 'Calls by hour' }).waitFor();
      await look(page);
      await page.route('**/account', (route) => route.fulfill({ status: 401, body: '{}' }));
      await comeBack(page);
      await page.getByRole('heading', { name: 'Your session has ended' }).waitFor();
      await look(page);
    });

    test('a key is made', async () => {
      const page = await enter(service, { screen });
      await page.getByRole('button', { name: 'New key' }).click();
      await page.getByRole('button', { name: 'Create key' }).click();
      await look(page);
      await page.getByLabel('Name').fill('laptop');
      await page.getByRole('button', { name: 'Create key' }).click();
      await shownKey(page);
      await look(page);
    });

    test('a key is changed', async () => {
      const page = await enter(service, { screen });
      await makeKey(page, 'wide'.repeat(25));
      for (const button of ['Rename', 'Rotate', 'Revoke', 'Delete account']) {
        await page.getByRole('button', { name: button }).click();
        await dialog(page).waitFor();
        await look(page);
        await page.getByRole('button', { name: 'Cancel' }).click();
      }
    });

    test('a key was rotated, usage is shown in tables, and the service is down', async () => {
      const page = await enter(service, { screen, expected: /503/ });
      await makeKey(page, 'laptop');
      await keyRow(page, 'laptop').getByRole('button', { name: 'Rotate' }).click();
      await dialog(page).getByRole('button', { name: 'Rotate' }).click();
      await shownKey(page);
      await save(page);
      await page.getByText('Replaces the key below').waitFor();
      await look(page);
      await page.getByRole('button', { name: 'Show as tables' }).click();
      await page.route('**/account', (route) => route.fulfill({ status: 503, body: '{}' }));
      await comeBack(page);
      await page.getByText('The service does not answer').waitFor();
      await look(page);
    });
  },
);

test.each(screens)('%s: where any key will do, the page says so', async (screen) => {
  const page = await open(`${demo.url}/dashboard`, { screen });
  await page.getByText('any key will do').waitFor();
  await look(page);
  await page.getByRole('main').getByRole('link', { name: 'playground' }).click();
  await page.getByRole('button', { name: '30 of 30 calls left' }).click();
  await page.getByText('Any key will do here').waitFor();
  expect(await page.getByRole('link', { name: /Dashboard|Get a key/ }).count()).toBe(0);
});

test('the reference shows no key in a curl line', async () => {
  const page = await open(`${service.url}/docs#shout`);
  const shout = page.locator('.opened#shout');
  await shout.getByText('Type a key first.').waitFor();
  await shout.getByLabel('Your API key').fill('amp_prod_secret');
  await shout.getByText('Type a key first.').waitFor({ state: 'hidden' });
  const lines = await page.locator('.curl').allTextContents();
  const withVariable = lines.filter((line) => line.includes('-H "X-API-Key: $AMPLIFY_KEY"'));
  expect(withVariable).toHaveLength(6);
  expect(lines.join()).not.toContain('secret');
});

test.each([
  ['/docs#shout', undefined],
  // Who presses the button is told it as no fault of theirs.
  ['/playground', 'Amplify'],
])('%s says where keys come from, and leads there', async (path, press) => {
  const page = await open(service.url + path, { elsewhere: service.signInUrl });
  if (press) {
    await page.getByRole('button', { name: press }).click();
    const field = page.getByLabel('Your API key');
    expect(await field.and(page.locator(':focus')).inputValue()).toBe('');
    expect(await accessibilityFaults(page)).toEqual([]);
    const accent = 'getComputedStyle(document.querySelector("#amplify")).backgroundColor';
    for (const told of ['#key', '#key-source', '#quota .left']) {
      const colour = `getComputedStyle(document.querySelector('${told}')).color`;
      expect(await page.evaluate(colour)).not.toBe(await page.evaluate(accent));
    }
  }
  await page.getByRole('link', { name: 'Get a key' }).click();
  await page.getByRole('button', { name: 'Sign in' }).waitFor();
  expect(page.url()).toBe(`${service.url}/dashboard`);
});
