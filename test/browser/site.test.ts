/**
 * The pages that every stage has, and what they share.
 *
 * @jest-environment ./test/browser/jest-environment.ts
 */
import { beforeAll, expect, test } from '@jest/globals';
import { pagePaths } from '../../lib/settings/site-routes.ts';
import manifest from '../../package.json' with { type: 'json' };
import { type SharedService, sharedDemo, sharedProduction } from '../support/service.ts';
import { accessibilityFaults, countsShifts, layoutShift, open, overflow } from './chromium.ts';

let demo: SharedService;
let production: SharedService;
beforeAll(async () => {
  [demo, production] = await Promise.all([sharedDemo(), sharedProduction()]);
});

test.each([
  ['/docs', ['shout', 'headers']],
  ['/guide', ['a-typed-client']],
  ['/changelog', [manifest.version, `${manifest.version}-added`, '0.1.0', '0.1.0-added']],
])('the links of %s have targets on every stage', async (path, stable) => {
  for (const { url } of [demo, production]) {
    const html = await (await fetch(url + path)).text();
    const [main = ''] = /<main.*<\/main>/s.exec(html) ?? [];
    const links = [...main.matchAll(/<a [^>]*?href="([^"]*)"/g)].map(([, link]) => String(link));
    expect(links).toEqual(expect.arrayContaining(stable.map((id) => `#${id}`)));
    for (const link of new Set(links)) {
      if (link.startsWith('#')) {
        expect(html.split(`id="${link.slice(1)}"`)).toHaveLength(2);
      } else if (link.startsWith('/')) {
        expect([link, (await fetch(url + link)).status]).toEqual([link, 200]);
      } else {
        expect(link).toMatch(/^https:/);
      }
    }
  }
});

test('the guide has a list of contents, and begins with a key and a first call that work on its stage', async () => {
  for (const [{ url }, secret, source] of [
    [demo, '"my-key"', 'accept any non-empty key'],
    [production, 'process.env.AMPLIFY_KEY', 'Create a free key on the dashboard'],
  ] as const) {
    const page = await open(`${url}/guide`);
    const text = await page.locator('main').innerText();
    expect(text).toContain(source);
    expect(text).not.toMatch(/\bstage\b|demo plan|localhost:3000|<!--/);
    expect(text.includes('my-key')).toBe(url === demo.url);
    const sections = await page.getByRole('heading', { level: 2 }).allTextContents();
    expect(sections.slice(0, 2)).toEqual(['A first request #', 'Your key #']);
    const contents = page.getByRole('navigation', { name: 'Contents' }).getByRole('link');
    expect((await contents.allTextContents()).map((title) => `${title} #`)).toEqual(sections);
    // A group without the chosen language shows its first.
    await page.getByRole('radio', { name: 'curl' }).check();
    await page.locator('.sample:visible', { hasText: 'const retrying' }).waitFor();
    await page.getByRole('radio', { name: 'JavaScript' }).first().check();
    const call = page.locator('.sample:visible', { hasText: 'fetch(' }).first();
    expect(await call.innerText()).toContain(`"X-API-Key": ${secret}`);
    expect(await call.innerText()).toContain(`fetch("${url}/v1/scream"`);
    const samples = page.locator('.samples');
    expect(await samples.count()).toBeGreaterThan(4);
    expect(await samples.getByRole('button', { name: 'Copy' }).count()).toBe(await samples.count());
    await samples.filter({ has: call }).getByRole('button', { name: 'Copy' }).first().click();
    await page.getByText('Copied the code.').waitFor();
  }
});

/** The bytes that a page loaded of the large type, and whether it shows it. */
const largeType = `document.fonts.ready.then(() => ({
  loaded: performance.getEntriesByType('resource')
    .reduce((sum, { name, decodedBodySize }) => sum + (name.endsWith('.woff2') && decodedBodySize), 0),
  shown: [...document.querySelectorAll('body *')].some(
    (part) => part.checkVisibility() && getComputedStyle(part).fontFamily.includes('Archivo'),
  ),
}))`;

const place = `{
  const [bar, link] = ['.bar', '.bar nav a'].map((part) => document.querySelector(part).getBoundingClientRect());
  JSON.stringify([bar.height, link.x, link.y]);
}`;

/** Pages whose own tests look for faults of accessibility. */
const looked = ['/', '/docs', '/dashboard'];

test('on every page, nothing moves on load, the header is at the same place, and on a narrow screen its links are a menu; axe finds nothing, and nothing overflows', async () => {
  const types = new Map<string, { loaded: number; shown: boolean }>();
  const places = new Set<string>();
  const page = await open('about:blank');
  for (const path of [...pagePaths, '/nowhere']) {
    await page.setViewportSize({ width: 1440, height: 900 });
    await open(production.url + path, {
      elsewhere: production.signInUrl,
      expected: /404/,
      before: countsShifts,
    });
    expect(await layoutShift(page)).toBeLessThanOrEqual(0.02);
    places.add(await page.evaluate(place));
    types.set(path, await page.evaluate(largeType));
    await page.setViewportSize({ width: 390, height: 844 });
    const bar = await page.locator('.bar').boundingBox();
    expect(bar?.height).toBeLessThanOrEqual(72);
    await page.getByRole('button', { name: 'Menu' }).click();
    await page.locator('.bar').getByRole('link', { name: 'Changelog' }).waitFor();
    await page.setViewportSize({ width: 320, height: 640 });
    expect(await overflow(page)).toBe(0);
    expect(await page.getByRole('contentinfo').getByRole('link').allTextContents()).toEqual([
      'MIT licence',
      'Changelog',
      'Health',
    ]);
    if (!looked.includes(path)) expect(await accessibilityFaults(page)).toEqual([]);
  }
  expect([...places]).toHaveLength(1);
  for (const [path, { loaded, shown }] of types) expect([path, loaded > 0]).toEqual([path, shown]);
  const sizes = [...types.values()].map(({ loaded }) => loaded);
  expect(Math.min(...sizes)).toBe(0);
  expect(Math.max(...sizes)).toBeLessThan(15_000);
  await page.setViewportSize({ width: 1280, height: 720 });
});

test('a visitor gets from an unknown address to the reference, and by keyboard past its header', async () => {
  const page = await open(`${demo.url}/nowhere/<b>`, { expected: /404/ });
  await page.getByRole('heading', { name: 'Not found' }).waitFor();
  expect(await page.title()).toBe('Amplify: Not found');
  await page.getByRole('main').getByRole('link', { name: 'start' }).waitFor();
  await page.getByRole('main').getByRole('link', { name: 'reference' }).click();
  await page.getByRole('heading', { name: 'Amplify API' }).waitFor();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  expect(await page.locator('main :focus').count()).toBe(1);
});
