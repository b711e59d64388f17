/**
 * The guide and the changelog.
 *
 * @jest-environment ./test/browser/jest-environment.ts
 */
import { beforeAll, expect, test } from '@jest/globals';
import manifest from '../../package.json' with { type: 'json' };
import { type SharedService, sharedDemo, sharedProduction } from '../service.ts';
import { accessibilityFaults, open, overflow, screens } from './chromium.ts';

let demo: SharedService;
let production: SharedService;
beforeAll(async () => {
  [demo, production] = await Promise.all([sharedDemo(), sharedProduction()]);
});

test("every page links to the guide, which contains the stage's address", async () => {
  const page = await open(`${demo.url}/docs`);
  await page.getByRole('link', { name: 'Guide', exact: true }).click();
  await page.waitForURL('**/guide');
  const contents = page.getByRole('navigation', { name: 'Contents' });
  for (const name of ['Your key', 'Errors', 'Your quota', 'A typed client']) {
    expect(await contents.getByRole('link', { name }).count()).toBe(1);
    expect(await page.getByRole('heading', { name, level: 2 }).isVisible()).toBe(true);
  }
  await page.setViewportSize({ width: 1300, height: 800 });
  await contents.getByRole('link', { name: 'A typed client' }).click();
  await page.waitForURL('**/guide#a-typed-client');
  const code = await page.locator('pre').allInnerTexts();
  expect(code.join()).toContain(`${demo.url}/openapi.json --default-non-nullable false`);
  expect(code.join()).toContain('@types/node');
  expect(code.find((block) => block.includes(`baseUrl: '${demo.url}'`))).toContain(
    "'detail' in error ? error.detail : error.message",
  );
  expect(code.join()).not.toContain('localhost:3000');
});

test('every page links to the changelog, whose headings have stable links', async () => {
  const page = await open(`${demo.url}/guide`);
  await page.getByRole('link', { name: 'Changelog', exact: true }).click();
  await page.waitForURL('**/changelog');
  const newest = page.getByRole('heading', { level: 2 }).first();
  expect(await newest.textContent()).toContain(manifest.version);
  const { version } = manifest;
  for (const id of [version, `${version}-added`, '0.1.0', '0.1.0-added']) {
    expect(await page.locator(`[id="${id}"] > .own`).getAttribute('href')).toBe(`#${id}`);
  }
});

test.each(['/guide', '/changelog'])('the links of %s have targets on every stage', async (path) => {
  for (const { url } of [demo, production]) {
    const page = await open(url + path);
    const links = await page
      .locator('main a')
      .evaluateAll((all) => all.map((link) => String(link.getAttribute('href'))));
    expect(links.length).toBeGreaterThan(10);
    for (const link of new Set(links)) {
      if (link.startsWith('#')) {
        expect(await page.locator(`[id="${link.slice(1)}"]`).count()).toBe(1);
      } else if (link.startsWith('/')) {
        expect([link, (await fetch(url + link)).status]).toEqual([link, 200]);
      } else {
        expect(link).toMatch(/^https:/);
      }
    }
  }
});

test.each(screens)('%s: axe finds nothing, and nothing overflows', async (screen) => {
  for (const path of ['/guide', '/changelog']) {
    const page = await open(demo.url + path, { screen });
    expect(await accessibilityFaults(page)).toEqual([]);
    expect(await overflow(page)).toBe(0);
  }
});
