/**
 * Accessibility of the dashboard on all screens.
 *
 * @jest-environment ./test/browser/jest-environment.ts
 */
import { beforeAll, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { apiEndpoints } from '../../lib/infrastructure/settings/endpoints.ts';
import { type SharedService, sharedDemo, sharedProduction } from '../support/service.ts';
import { newAddress } from '../support/sign-in.ts';
import { accessibilityFaults, open, overflow } from './chromium.ts';
import {
  callWith,
  comeBack,
  dialog,
  openAccount,
  save,
  shownKey,
  signIn,
  visit,
} from './dashboard.ts';

let service: SharedService;
let demo: SharedService;
beforeAll(async () => {
  [service, demo] = await Promise.all([sharedProduction(), sharedDemo()]);
});

const fits = async (page: Page) => {
  expect(await overflow(page)).toBe(0);
};

/** Checks the page, or a new part of it. */
const look = async (page: Page, part?: string) => {
  expect(await accessibilityFaults(page, { part })).toEqual([]);
  await fits(page);
};

const longAddress = () => `${'very.'.repeat(8)}long.${newAddress()}`;
const longNames = ['W'.repeat(100), 'a long name of many words '.repeat(4).slice(0, 100)] as const;

/** Checks that names take at most two lines, and that rows stay in their section. */
const rowsFit = async (page: Page, sizes = ['']) => {
  const lines = `[...document.querySelectorAll('.name > div')].map((name) =>
    Math.round(name.clientHeight / Number.parseFloat(getComputedStyle(name).lineHeight)))`;
  const beyond = `{
    const section = document.querySelector('#keys').closest('section');
    const { right } = section.getBoundingClientRect();
    const edge = right - Number.parseFloat(getComputedStyle(section).paddingRight);
    [...document.querySelectorAll('#keys tbody *')]
      .filter((part) => part.getBoundingClientRect().right > edge)
      .map(({ tagName, textContent }) => tagName + ' ' + textContent);
  }`;
  for (const size of sizes) {
    await page.evaluate(`void (document.documentElement.style.fontSize = '${size}')`);
    expect(Math.max(...(await page.evaluate<number[]>(lines)))).toBe(2);
    expect(await page.evaluate(beyond)).toEqual([]);
  }
};

/** Opens an account with a rotated key that is still active. */
const openPair = async (email: string) => {
  const { keys, call } = await openAccount(service, [longNames[0]], email);
  await call('POST', `/keys/${keys[0].item.id}/rotate`, { grace_seconds: 3_600 });
};

test('axe finds nothing, and nothing overflows, on a phone in all states, and with keys in a table', async () => {
  const page = await visit(service, { screen: 'phone', expected: /401|503/ });
  await look(page);
  const email = longAddress();
  await signIn(page, email);
  await page.getByText('No keys yet').waitFor();
  await page.getByText('No requests in the last 30 days.').waitFor();
  await look(page);

  await openPair(email);
  await page.getByRole('button', { name: 'New key' }).click();
  await page.getByRole('button', { name: 'Create key' }).click();
  await look(page, 'dialog');
  await page.getByLabel('Name', { exact: true }).fill(longNames[1]);
  await page.getByRole('button', { name: 'Create key' }).click();
  const key = await shownKey(page);
  await look(page, 'dialog');
  await save(page);
  await look(page);
  await callWith(service, key);

  // The other dialogs have the same parts.
  for (const [button, see] of [
    ['Rename', fits],
    ['Delete account', fits],
    ['Revoke', look],
    ['Rotate', look],
  ] as const) {
    if (button !== 'Delete account') {
      await page.getByRole('button', { name: 'Actions' }).first().click();
    }
    await page.getByRole('button', { name: button }).filter({ visible: true }).first().click();
    await dialog(page).waitFor();
    await see(page, 'dialog');
    await page.getByRole('button', { name: 'Cancel' }).click();
  }

  await page.getByText('Replaces the key below').waitFor();
  await rowsFit(page, ['150%', '']);
  await comeBack(page);
  await page.getByText('1 accepted').first().waitFor();
  const phone = page.viewportSize();
  await page.setViewportSize({ width: 1280, height: 720 });
  await look(page);
  await rowsFit(page);
  if (phone) await page.setViewportSize(phone);
  await page.getByRole('button', { name: 'Show as tables' }).click();
  await page.route('**/account', (route) => route.fulfill({ status: 503, body: '{}' }));
  await comeBack(page);
  await page.getByText('The service does not respond').waitFor();
  await look(page);
  await page.route('**/account', (route) => route.fulfill({ status: 401, body: '{}' }));
  await comeBack(page);
  await page.getByRole('heading', { name: 'Your session has ended' }).waitFor();
  await fits(page);
});

test('on a stage with demo keys, the dashboard says that none is needed, and leads to the playground', async () => {
  const page = await open(`${demo.url}/dashboard`, { screen: 'phone' });
  await page.getByText('any key works').waitFor();
  await look(page);
  await page.getByRole('main').getByRole('link', { name: 'playground' }).click();
  await page.getByRole('button', { name: '30 slots left' }).click();
  await page.getByText('Any key works here').waitFor();
  expect(await page.getByRole('link', { name: /Dashboard|Get a key/ }).count()).toBe(0);
});

test('without a key, the reference shows none and links to the dashboard, and so does the playground, not as an error', async () => {
  const page = await open(`${service.url}/docs#shout`, { elsewhere: service.signInUrl });
  const shout = page.locator('.opened#shout');
  await shout.getByText('Type a key first.').waitFor();
  await shout.getByLabel('Your API key').fill('amp_prod_secret');
  await shout.getByText('Type a key first.').waitFor({ state: 'hidden' });
  const samples = await page.locator('.sample').allTextContents();
  const withVariable = samples.filter((sample) => sample.includes('X-API-Key: $AMPLIFY_KEY'));
  const keyed = apiEndpoints.filter(({ access }) => access !== 'open');
  const firstCall = 1;
  expect(withVariable).toHaveLength(keyed.length + firstCall);
  expect(samples.join()).not.toContain('secret');
  await shout.getByLabel('Your API key').fill('');

  await page.getByRole('link', { name: 'Playground' }).click();
  await page.getByRole('button', { name: 'Amplify' }).click();
  const field = page.getByLabel('Your API key');
  expect(await field.and(page.locator(':focus')).inputValue()).toBe('');
  expect(await field.and(page.locator(':invalid')).count()).toBe(1);
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.getByRole('link', { name: 'Get a key' }).click();
  await page.getByRole('button', { name: 'Sign in' }).waitFor();
});
