/**
 * The reference page.
 *
 * @jest-environment ./test/browser/jest-environment.ts
 */
import { beforeAll, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { apiEndpoints } from '../../lib/settings/endpoints.ts';
import { newKey } from '../support/keys.ts';
import { type SharedService, sharedDemo } from '../support/service.ts';
import {
  accessibilityFaults,
  countsShifts,
  layoutShift,
  open,
  overflow,
  screens,
} from './chromium.ts';

let service: SharedService;
beforeAll(async () => {
  service = await sharedDemo();
});

/** An endpoint's part. */
const part = (page: Page, path: string) =>
  page.locator('.operation', { has: page.getByRole('heading', { name: path }) });

/** Sends the form of an endpoint. */
const send = async (page: Page, path: string) => {
  const [request] = await Promise.all([
    page.waitForRequest(`**${path}`),
    part(page, path).getByRole('button', { name: 'Send' }).click(),
  ]);
  await request.response();
  return request;
};

/** The shown answer, once it has this status. */
const answer = async (page: Page, path: string, status: string) => {
  const shown = part(page, path).locator('.answer');
  await shown.locator('.outcome', { hasText: new RegExp(`^${status}.* ms$`) }).waitFor();
  return shown;
};

/** The top and bottom of an element, as fractions of the window's height. */
const whereInWindow = (page: Page, selector: string): Promise<readonly [number, number]> =>
  page.evaluate(`{
    const { top, bottom } = document.querySelector('${selector}').getBoundingClientRect();
    [top / innerHeight, bottom / innerHeight];
  }`);

test('a visitor reads their quota by keyboard, tries shout with their own key, and continues with it in the playground', async () => {
  const page = await open(`${service.url}/docs`);
  // The whole reference, for an assistant.
  await page.getByRole('button', { name: 'Copy', exact: true }).first().click();
  await page.getByText('Copied the reference as Markdown.').waitFor();
  await part(page, '/v1/rate-limits').getByLabel('Your API key').press('Enter');
  const quota = await answer(page, '/v1/rate-limits', '200');
  expect(await quota.innerText()).toContain('"requests_remaining": 30');

  const key = newKey();
  await page.setViewportSize({ width: 1024, height: 600 });
  const shout = part(page, '/v1/shout');
  const body = shout.getByLabel('Body');
  await body.fill('');
  await body.press('ControlOrMeta+V');
  expect(await body.inputValue()).toBe(await (await fetch(`${service.url}/docs.md`)).text());
  await shout.getByLabel('Your API key').fill(key);
  await body.fill('{"text":"straße"}');
  await send(page, '/v1/shout');
  const text = await (await answer(page, '/v1/shout', '200')).innerText();
  expect(text).toContain('"result": "STRASSE"');
  expect(text).toContain('x-ratelimit-limit: 30');
  expect(text).toContain('x-ratelimit-remaining: 29');
  expect(text).toMatch(/x-ratelimit-reset: \d+/);
  expect(text).toMatch(/apigw-requestid: \S+/);
  const [top, bottom] = await whereInWindow(page, '.operation .answer');
  expect([top >= 0, bottom <= 1]).toEqual([true, true]);
  expect(await shout.locator('.sample:visible').innerText()).toBe(
    [
      `curl ${service.url}/v1/shout \\`,
      `  -H 'X-API-Key: ${key}' \\`,
      "  -H 'Content-Type: application/json' \\",
      `  -d '{"text":"straße"}'`,
    ].join('\n'),
  );
  await shout.getByRole('button', { name: 'Copy the sample for shout' }).click();
  await page.getByText('Copied the sample for shout.').waitFor();

  await page.getByRole('link', { name: 'Playground' }).click();
  await page.waitForURL(`${service.url}/`);
  await page.locator('.sample:visible', { hasText: key }).waitFor();
});

test('an example, an invalid request, and a lost connection', async () => {
  const page = await open(`${service.url}/docs#scream`, { expected: /422|ERR_INTERNET/ });
  const scream = part(page, '/v1/scream');
  const body = scream.getByLabel('Body');
  const outcome = scream.locator('.answer .outcome');
  expect(await outcome.innerText()).toBe('Example 200');
  await scream.getByLabel('Example').selectOption('Without intensity: one');
  expect(await body.inputValue()).toBe('{"text":"look out"}');
  await send(page, '/v1/scream');
  const shown = await answer(page, '/v1/scream', '200');
  expect(await shown.innerText()).toContain('"result": "LOOK OUT!"');
  expect(await outcome.innerText()).not.toContain('Example');

  await body.fill('{"text":"שלום","intensity":0}');
  await body.press('Control+Enter');
  await answer(page, '/v1/scream', '422');
  expect(await shown.getByRole('listitem').allInnerTexts()).toEqual([
    'intensity Input should be greater than or equal to 1',
  ]);
  const direction = `getComputedStyle(document.querySelector('#scream-body')).direction`;
  await body.fill('שלום');
  expect(await page.evaluate(direction)).toBe('rtl');
  await send(page, '/v1/scream');
  await shown.getByText('body can’t be parsed: Expecting value').waitFor();
  await body.fill('{"text":"hello" "intensity":3}');
  await send(page, '/v1/scream');
  await shown
    .getByText("body can’t be parsed after 16 characters: Expecting ',' delimiter")
    .waitFor();

  await page.context().setOffline(true);
  await scream.getByRole('button', { name: 'Send' }).click();
  await shown.getByText('You are offline: nothing was sent.').waitFor();
});

test('all boxes share a key, which is hidden until it is revealed; without one, none is sent, and the page says so', async () => {
  // The page calls the origin it came from, not the one in the description.
  const origin = service.url.replace('localhost', '127.0.0.1');
  const page = await open(`${origin}/docs#whisper`, { expected: /401/ });
  const whisper = part(page, '/v1/whisper');
  const types = () =>
    page
      .locator('[name=key]')
      .evaluateAll((fields) => [...new Set(fields.map((field) => field.getAttribute('type')))]);
  const show = whisper.getByLabel('Show the key');
  expect(await types()).toEqual(['password']);
  await show.check();
  expect(await types()).toEqual(['text']);
  await show.uncheck();
  expect(await types()).toEqual(['password']);
  await whisper.getByLabel('Your API key').fill('');
  const request = await send(page, '/v1/whisper');
  expect(request.url()).toBe(`${origin}/v1/whisper`);
  expect(request.headers()['x-api-key']).toBeUndefined();
  await answer(page, '/v1/whisper', '401');
  expect(await whisper.locator('.sample:visible').innerText()).not.toContain('X-API-Key');

  // All forms have the same key.
  const limits = part(page, '/v1/rate-limits');
  const key = newKey();
  await limits.getByLabel('Your API key').fill(key);
  const other = await send(page, '/v1/rate-limits');
  expect(other.headers()['x-api-key']).toBe(key);
  expect(other.postData()).toBeNull();
  expect(await whisper.getByLabel('Your API key').inputValue()).toBe(key);
});

test('each endpoint has tabs for its languages, without a script and in forced colours; the choice is stored', async () => {
  const page = await open(`${service.url}/docs#scream`, {
    expected: /ERR_FAILED/,
    lost: '**/assets/reference-*.js',
  });
  const scream = part(page, '/v1/scream');
  const sample = scream.locator('.sample:visible');
  const tab = (language: string) => scream.getByRole('radio', { name: language });
  for (const [language, code] of [
    ['Python', 'json={"text": "look out", "intensity": 3},'],
    ['JavaScript', 'body: JSON.stringify({"text": "look out", "intensity": 3}),'],
    ['curl', `-d '{"text":"look out","intensity":3}'`],
  ] as const) {
    await tab(language).check();
    expect(await sample.innerText()).toContain(code);
  }
  await page.emulateMedia({ forcedColors: 'active' });
  const lineOf = (selector: string) =>
    page.evaluate(`getComputedStyle(document.querySelector('${selector}')).textDecorationLine`);
  const label = '.operation .tabs label:has(';
  const lines = [`${label}:checked)`, `${label}:not(:checked))`, '.bar nav a'];
  expect(await Promise.all(lines.map(lineOf))).toEqual(['underline', 'none', 'none']);
  await page.emulateMedia({ forcedColors: 'none' });

  await page.unrouteAll();
  await page.reload();
  await scream
    .getByRole('button', { name: 'Copy the sample' })
    .and(page.locator(':enabled'))
    .waitFor();
  await tab('curl').press('ArrowRight');
  await page.reload();
  const health = part(page, '/v1/health').locator('.sample:visible');
  await health.getByText('await fetch(').waitFor();
  expect(await sample.innerText()).toContain('await fetch(');
});

test('a list of contents stays in view on wide screens, and marks the current part; each heading has a link', async () => {
  const page = await open(service.url.concat('/docs'));
  await page.setViewportSize({ width: 1400, height: 800 });
  const contents = page.getByRole('navigation', { name: 'Contents' });
  const current = contents.locator('[aria-current]');
  for (const { method, path } of apiEndpoints) {
    expect(await contents.getByRole('link', { name: path }).isVisible()).toBe(true);
    expect(await part(page, path).getByRole('heading').first().textContent()).toContain(method);
  }
  expect(await current.count()).toBe(0);
  for (const name of ['/v1/emphasize', 'Key and quota', '/v1/shout']) {
    await contents.getByRole('link', { name }).click();
    await current.filter({ hasText: name }).waitFor();
    expect(await current.count()).toBe(1);
    const [top, bottom] = await whereInWindow(page, '.contents');
    expect([top >= 0, bottom <= 1]).toEqual([true, true]);
  }

  await page.setViewportSize({ width: 800, height: 720 });
  const folded = contents.getByRole('link', { name: 'Headers' });
  expect(await folded.isVisible()).toBe(false);
  await contents.getByText('Contents').click();
  await folded.click();
  await page.waitForURL('**/docs#headers');
  await page.setViewportSize({ width: 1280, height: 720 });
  const headings = page.locator('main h2');
  expect(await headings.locator('> .own').count()).toBe(await headings.count());
  await page.locator('.own[href="#health"]').focus();
  await page.getByRole('link', { name: 'Direct link to /v1/health' }).click();
  await page.waitForURL('**/docs#health');
});

test('a link to an endpoint shows it at any width; nothing moves later, whatever was stored', async () => {
  for (const width of [390, 720, 1440]) {
    const page = await open(`${service.url}/docs#scream`, { before: countsShifts });
    await page.setViewportSize({ width, height: 800 });
    await part(page, '/v1/scream').getByRole('radio', { name: 'Python' }).check();
    await page.goto(`${service.url}/docs?again#scream`);
    expect(await layoutShift(page)).toBe(0);
    const [top, bottom] = await whereInWindow(page, '#scream');
    expect([top >= 0, bottom > 0]).toEqual([true, true]);
    await page.setViewportSize({ width: 1280, height: 720 });
  }
});

test('without its script, the page is complete and has no dead controls', async () => {
  const page = await open(`${service.url}/docs#emphasize`, {
    expected: /ERR_FAILED/,
    lost: '**/assets/reference-*.js',
  });
  const emphasize = part(page, '/v1/emphasize');
  for (const text of ['emphasis_ratio', '"**Never** run', '429', 'X-API-Key: my-key']) {
    expect(await emphasize.getByText(text).first().isVisible()).toBe(true);
  }
  const controls = page.locator('main :is(button, textarea, [name=key]):enabled:visible');
  expect(await controls.count()).toBe(0);
});

test.each(screens)(
  '%s: axe finds nothing, nothing overflows, and a long answer scrolls in place',
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
    const scrolls = `{
      const { scrollHeight, clientHeight } = document.querySelector('[data-path$=emphasize] ~ .answer .body');
      scrollHeight > clientHeight && clientHeight < innerHeight;
    }`;
    expect(await page.evaluate(scrolls)).toBe(true);
  },
);
