/**
 * The start page, the navigation, and the pages for unknown addresses.
 *
 * @jest-environment ./test/browser/jest-environment.ts
 */
import { beforeAll, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { hasPage, navigation, pagePaths } from '../../lib/settings/site-routes.ts';
import { stageNamed } from '../../lib/settings/stages.ts';
import { type SharedService, sharedDemo, sharedProduction } from '../service.ts';
import { accessibilityFaults, open, overflow, screens } from './chromium.ts';

let demo: SharedService;
let production: SharedService;
beforeAll(async () => {
  [demo, production] = await Promise.all([sharedDemo(), sharedProduction()]);
});

const links = (page: Page) => page.getByRole('navigation', { name: 'Site' }).getByRole('link');

test('/ is the playground on a stage with demo keys, otherwise a page that leads to a key', async () => {
  const statuses: number[] = [];
  const page = await open('about:blank');
  page.on('response', (response) => {
    if (response.request().isNavigationRequest()) statuses.push(response.status());
  });
  await open(demo.url);
  await page.getByRole('button', { name: 'Amplify' }).waitFor();
  await open(production.url, { elsewhere: production.signInUrl });
  expect(new URL(page.url()).pathname).toBe('/');
  expect(statuses).toEqual([200, 200]);
  await page.getByText('NOBODY HEARD ME THE FIRST TIME!!!').waitFor();
  expect(await page.locator('pre').innerText()).toContain(`curl ${production.url}/v1/scream`);
  await page.getByRole('link', { name: 'Get a key' }).click();
  await page.getByRole('button', { name: 'Sign in' }).waitFor();
});

test.each(['demo', 'prod'])(
  '%s: every page has the same navigation, marks itself, and links the logo to /',
  async (name) => {
    const stage = stageNamed(name);
    const { url, signInUrl } = name === 'demo' ? demo : production;
    for (const path of pagePaths.filter((path) => hasPage(stage, path))) {
      const page = await open(url + path, { elsewhere: String(signInUrl) });
      expect(await links(page).allInnerTexts()).toEqual(
        navigation(stage).map(([, label]) => label),
      );
      const marked = navigation(stage).filter(([linked]) => linked === path);
      const current = page.locator('[aria-current="page"]');
      expect(await current.allInnerTexts()).toEqual(marked.map(([, label]) => label));
      await page.getByRole('link', { name: 'Amplify', exact: true }).click();
      await page.waitForURL(`${url}/`);
    }
  },
);

test('what is not there is a page for a browser, from which everything is reached, and JSON for a script', async () => {
  for (const [path, status, title] of [
    ['/nowhere/<b>', 404, 'Not found'],
    ['/v1/shout', 405, 'Method not allowed'],
  ] as const) {
    const page = await open(demo.url, { expected: /404|405/ });
    const answer = await page.goto(demo.url + path);
    expect(answer?.status()).toBe(status);
    await page.getByRole('heading', { name: title }).waitFor();
    expect(await page.title()).toBe(`Amplify: ${title}`);
    expect(
      await page.evaluate(
        `fetch(location.href).then(({ headers }) => headers.get('Content-Type'))`,
      ),
    ).toBe('application/json');
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.getByRole('main').getByRole('link', { name: '/docs' }).click();
    await page.getByRole('heading', { name: 'Endpoints' }).waitFor();
  }
});

test('/favicon.ico is an image, and linked by the pages', async () => {
  const page = await open(`${demo.url}/docs`);
  expect(await page.locator('link[rel="icon"][href="/favicon.ico"]').count()).toBe(1);
  const width = `new Promise((resolve) => {
    const icon = new Image();
    icon.onload = () => resolve(icon.naturalWidth);
    icon.src = '/favicon.ico';
  })`;
  expect(await page.evaluate(width)).toBe(32);
});

test.each(screens)('%s: axe finds nothing at /, and nothing overflows', async (screen) => {
  const page = await open(production.url, { screen });
  expect(await accessibilityFaults(page)).toEqual([]);
  expect(await overflow(page)).toBe(0);
});
