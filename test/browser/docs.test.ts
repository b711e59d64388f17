/** The reference page, as a person uses it. */
import { beforeAll, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { apiEndpoints } from '../../lib/settings/endpoints.ts';
import { longWindow, newKey, slotsLeft } from '../contract/client.ts';
import { type SharedService, sharedService } from '../service.ts';
import { until } from '../until.ts';
import { accessibilityFaults, open, overflow, screens } from './chromium.ts';

let service: SharedService;
beforeAll(async () => {
  service = await sharedService(longWindow);
});

/** Opens the part of an endpoint. */
const unfold = async (page: Page, path: string) => {
  const part = page.locator('.opblock', { has: page.locator(`[data-path="${path}"]`) });
  await part.locator('.opblock-summary-control').click();
  return part;
};

/** How far down in the window an answer's first line stands, in parts of its height. */
const answerAt = (page: Page): Promise<number> =>
  page.evaluate(
    "document.querySelector('.live-responses-table .response').getBoundingClientRect().top / innerHeight",
  );

test('a person comes to the root, tries shout with a key of theirs, and goes on to the playground with it', async () => {
  const page = await open(service.url);
  expect(new URL(page.url()).pathname).toBe('/docs');
  for (const { path } of apiEndpoints) {
    await page.locator(`.opblock [data-path="${path}"]`).waitFor();
  }

  const key = newKey();
  await page.getByLabel('Your API key').fill(key);
  await page.setViewportSize({ width: 1024, height: 600 });
  const shout = await unfold(page, '/v1/shout');
  await shout.getByLabel('Request body').fill('{"text":"straße"}');
  await shout.getByRole('button', { name: 'Execute' }).click();
  const answer = shout.locator('.live-responses-table');
  await answer.locator('.response-col_status', { hasText: '200' }).waitFor();
  await until(async () => Math.abs((await answerAt(page)) - 0.5) < 0.5);
  const text = await answer.textContent();
  expect(text).toContain('"result": "STRASSE"');
  expect(text).toMatch(/x-ratelimit-limit: 30\b/);
  expect(text).toMatch(/x-ratelimit-remaining: 29\b/);
  expect(text).toMatch(/x-ratelimit-reset: \d+/);
  expect(await slotsLeft(service.url, key)).toBe(29);

  await page.getByRole('link', { name: 'Playground' }).click();
  await page.getByText('29 of 30 calls left').waitFor();
  expect(await page.getByLabel('Your API key').inputValue()).toBe(key);
});

test('without a key, none is sent, and the page says what is missing', async () => {
  // Another address of the service than its description names: the page calls the one that it came from.
  const origin = service.url.replace('localhost', '127.0.0.1');
  const page = await open(`${origin}/docs`, { expected: /401/ });
  await page.getByText('Answers with the text in upper case.').first().waitFor();
  const hint = page.getByText('Type a key first.');
  const shout = await unfold(page, '/v1/shout');
  const execute = async () => {
    const [request] = await Promise.all([
      page.waitForRequest('**/v1/shout'),
      shout.getByRole('button', { name: 'Execute' }).click(),
    ]);
    expect(request.url()).toBe(`${origin}/v1/shout`);
    return request.headers()['x-api-key'];
  };
  expect(await hint.isVisible()).toBe(false);
  await page.getByLabel('Your API key').fill('');
  expect(await execute()).toBeUndefined();
  await hint.waitFor();
  await shout.locator('.response-col_status', { hasText: '401' }).first().waitFor();
  expect(await shout.locator('.curl').innerText()).not.toContain('X-API-Key');
  const key = newKey();
  await page.getByLabel('Your API key').fill(key);
  expect(await execute()).toBe(key);
  await hint.waitFor({ state: 'hidden' });
});

test.each(screens)(
  '%s: axe finds nothing, and nothing is wider than the window',
  async (screen) => {
    const page = await open(`${service.url}/docs`, { screen });
    await page.locator('.opblock').first().waitFor();
    const shout = await unfold(page, '/v1/shout');
    await shout.getByRole('button', { name: 'Execute' }).click();
    await shout.locator('.live-responses-table .microlight').first().waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    expect(await overflow(page)).toBe(0);
  },
);
