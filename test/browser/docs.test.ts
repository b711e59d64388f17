/**
 * The reference page, as a person uses it.
 *
 * @jest-environment ./test/browser/jest-environment.ts
 */
import { beforeAll, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { apiEndpoints } from '../../lib/settings/endpoints.ts';
import { newKey } from '../keys.ts';
import { type SharedService, sharedDemo } from '../service.ts';
import { accessibilityFaults, keepsNothing, open, overflow, screens } from './chromium.ts';

let service: SharedService;
beforeAll(async () => {
  service = await sharedDemo();
});

/** The part of an endpoint. */
const part = (page: Page, path: string) =>
  page.locator('.operation', { has: page.getByRole('heading', { name: path }) });

/** Opens it. */
const unfold = async (page: Page, path: string) => {
  const opened = part(page, path);
  await opened.getByRole('heading', { name: path }).click();
  return opened;
};

/** Sends what stands in an endpoint's box. */
const send = async (page: Page, path: string) => {
  const [request] = await Promise.all([
    page.waitForRequest(`**${path}`),
    part(page, path).getByRole('button', { name: 'Send' }).click(),
  ]);
  await request.response();
  return request;
};

/** What is shown of an answer, once it has this status. */
const answer = async (page: Page, path: string, status: string) => {
  const shown = part(page, path).locator('.answer');
  await shown.locator('.outcome', { hasText: new RegExp(`^${status}.* ms$`) }).waitFor();
  return shown;
};

/** How far down in the window an element begins and ends, in parts of its height. */
const whereInWindow = (page: Page, selector: string): Promise<readonly [number, number]> =>
  page.evaluate(`{
    const { top, bottom } = document.querySelector('${selector}').getBoundingClientRect();
    [top / innerHeight, bottom / innerHeight];
  }`);

test('a person reads their quota with the keyboard alone, tries shout with a key of theirs, and goes on to the playground with it', async () => {
  const page = await open(`${service.url}/docs`);
  for (const { method, path } of apiEndpoints) {
    expect(await part(page, path).getByRole('heading').first().textContent()).toContain(method);
  }

  const pressed = (name: string) => page.keyboard.press(name);
  const focused = () => page.evaluate('document.activeElement.matches("#rate-limits .go")');
  await part(page, '/v1/rate-limits').locator('> summary').focus();
  await pressed('Enter');
  for (let presses = 0; presses < 5 && !(await focused()); presses += 1) await pressed('Tab');
  await pressed('Enter');
  const quota = await answer(page, '/v1/rate-limits', '200');
  expect(await quota.innerText()).toContain('"requests_remaining": 30');

  const key = newKey();
  await page.setViewportSize({ width: 1024, height: 600 });
  const shout = await unfold(page, '/v1/shout');
  await page.waitForURL('**/docs#shout');
  await shout.getByLabel('Your API key').fill(key);
  await shout.getByLabel('Body').fill('{"text":"straße"}');
  await send(page, '/v1/shout');
  const text = await (await answer(page, '/v1/shout', '200')).innerText();
  expect(text).toContain('"result": "STRASSE"');
  expect(text).toContain('x-ratelimit-limit: 30');
  expect(text).toContain('x-ratelimit-remaining: 29');
  expect(text).toMatch(/x-ratelimit-reset: \d+/);
  expect(text).toMatch(/apigw-requestid: \S+/);
  const [top, bottom] = await whereInWindow(page, '#shout .answer');
  expect([top >= 0, bottom <= 1]).toEqual([true, true]);
  expect(await shout.locator('.curl').innerText()).toBe(
    [
      `curl ${service.url}/v1/shout \\`,
      `  -H 'X-API-Key: ${key}' \\`,
      "  -H 'Content-Type: application/json' \\",
      `  -d '{"text":"straße"}'`,
    ].join('\n'),
  );
  await shout.getByRole('button', { name: 'Copy the curl line for shout' }).click();
  await page.getByText('Copied the curl line for shout.').waitFor();

  await page.getByRole('link', { name: 'Playground' }).click();
  await page.getByRole('button', { name: '29 of 30 calls left' }).waitFor();
  expect(await page.getByLabel('Your API key').inputValue()).toBe(key);
});

test('a person tries an example, says something wrong, and loses the connection', async () => {
  const page = await open(`${service.url}/docs#scream`, { expected: /422|ERR_INTERNET/ });
  const scream = part(page, '/v1/scream');
  const body = scream.getByLabel('Body');
  await scream.getByLabel('Example').selectOption('Without intensity: one');
  expect(await body.inputValue()).toBe('{"text":"look out"}');
  await send(page, '/v1/scream');
  const shown = await answer(page, '/v1/scream', '200');
  expect(await shown.innerText()).toContain('"result": "LOOK OUT!"');

  await body.fill('{"text":"שלום","intensity":11}');
  await body.press('Control+Enter');
  await answer(page, '/v1/scream', '422');
  expect(await shown.getByRole('listitem').allInnerTexts()).toEqual([
    'intensity Input should be less than or equal to 10',
  ]);
  const direction = `getComputedStyle(document.querySelector('#scream textarea')).direction`;
  await body.fill('שלום');
  expect(await page.evaluate(direction)).toBe('rtl');
  await send(page, '/v1/scream');
  await shown.getByText("body can't be parsed: Expecting value").waitFor();
  await body.fill('{"text":"hello" "intensity":3}');
  await send(page, '/v1/scream');
  await shown
    .getByText("body can't be parsed after 16 characters: Expecting ',' delimiter")
    .waitFor();

  await page.context().setOffline(true);
  await scream.getByRole('button', { name: 'Send' }).click();
  await shown.getByText('You are offline: nothing was sent.').waitFor();
});

test('the key is hidden in every field, until it is wanted to be seen', async () => {
  const page = await open(`${service.url}/docs#shout`);
  const types = () =>
    page
      .locator('[name=key]')
      .evaluateAll((fields) => [...new Set(fields.map((field) => field.getAttribute('type')))]);
  const show = part(page, '/v1/shout').getByLabel('Show the key');
  expect(await types()).toEqual(['password']);
  await show.check();
  expect(await types()).toEqual(['text']);
  await show.uncheck();
  expect(await types()).toEqual(['password']);
});

test('without a key, none is sent, and the page says what is missing', async () => {
  // Another address of the service than its description names: the page calls the one that it came from.
  const origin = service.url.replace('localhost', '127.0.0.1');
  const page = await open(`${origin}/docs#whisper`, { expected: /401/ });
  const whisper = part(page, '/v1/whisper');
  const hint = whisper.getByText('Type a key first.');
  expect(await hint.isVisible()).toBe(false);
  await whisper.getByLabel('Your API key').fill('');
  await hint.waitFor();
  const request = await send(page, '/v1/whisper');
  expect(request.url()).toBe(`${origin}/v1/whisper`);
  expect(request.headers()['x-api-key']).toBeUndefined();
  await answer(page, '/v1/whisper', '401');
  expect(await whisper.locator('.curl').innerText()).not.toContain('X-API-Key');

  // All boxes have the same key.
  const limits = await unfold(page, '/v1/rate-limits');
  const key = newKey();
  await limits.getByLabel('Your API key').fill(key);
  const other = await send(page, '/v1/rate-limits');
  expect(other.headers()['x-api-key']).toBe(key);
  expect(other.postData()).toBeNull();
  await hint.waitFor({ state: 'hidden' });
  expect(await whisper.getByLabel('Your API key').inputValue()).toBe(key);
});

test('where the browser keeps nothing, all boxes have the same key until the page is left', async () => {
  const page = await open(`${service.url}/docs#shout`, { before: keepsNothing });
  const key = await part(page, '/v1/shout').getByLabel('Your API key').inputValue();
  expect(key).toMatch(/^guest-/);
  const request = await send(page, '/v1/shout');
  expect(request.headers()['x-api-key']).toBe(key);
  const emphasize = await unfold(page, '/v1/emphasize');
  expect(await emphasize.getByLabel('Your API key').inputValue()).toBe(key);
});

test('without its script, all is there to be read, and nothing that does nothing', async () => {
  const page = await open(`${service.url}/docs#emphasize`, {
    expected: /ERR_FAILED/,
    lost: '**/assets/docs-*.js',
  });
  const emphasize = part(page, '/v1/emphasize');
  for (const text of ['emphasis_ratio', '"**Never** run', '429', 'X-API-Key: my-key']) {
    expect(await emphasize.getByText(text).first().isVisible()).toBe(true);
  }
  expect(await page.getByRole('button').count()).toBe(0);
  expect(await page.getByRole('textbox').count()).toBe(0);
});

test.each(screens)(
  '%s: axe finds nothing, nothing is wider than the window, and an endpoint is not long',
  async (screen) => {
    const page = await open(`${service.url}/docs#emphasize`, { screen });
    const emphasize = part(page, '/v1/emphasize');
    await send(page, '/v1/emphasize');
    await answer(page, '/v1/emphasize', '200');
    const refusal = emphasize.locator('.refusal summary').nth(2);
    await refusal.click();
    expect(await accessibilityFaults(page, { withColours: screen === 'desktop' })).toEqual([]);

    const long = 'look out '.repeat(1_000);
    await emphasize.getByLabel('Body').fill(JSON.stringify({ text: long }));
    await send(page, '/v1/emphasize');
    await emphasize.locator('.answer', { hasText: long.trim() }).waitFor();
    expect(await overflow(page)).toBe(0);
    await refusal.click();
    const height = `document.querySelector('.operation[open]').getBoundingClientRect().height`;
    expect(await page.evaluate(height)).toBeLessThan({ desktop: 1800, phone: 3600 }[screen]);
  },
);
