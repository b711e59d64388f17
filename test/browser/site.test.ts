/**
 * The pages that every stage has, what they share, and a page of another origin.
 *
 * @jest-environment ./test/browser/jest-environment.ts
 */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { beforeAll, expect, test } from '@jest/globals';
import { navigation, pagePaths } from '../../lib/infrastructure/settings/site-routes.ts';
import { stageNamed } from '../../lib/infrastructure/settings/stages.ts';
import manifest from '../../package.json' with { type: 'json' };
import { newKey } from '../support/keys.ts';
import { type SharedService, sharedDemo, sharedProduction } from '../support/service.ts';
import { accessibilityFaults, open, overflow, screens } from './chromium.ts';

let demo: SharedService;
let production: SharedService;
beforeAll(async () => {
  [demo, production] = await Promise.all([sharedDemo(), sharedProduction()]);
});

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
  const sample = page.getByRole('tabpanel');
  for (const language of ['curl', 'JavaScript', 'Python']) {
    await page.getByRole('tab', { name: language }).click();
    expect(await sample.innerText()).toContain(`${production.url}/v1/shout`);
  }
  expect(await page.locator('link[rel="icon"][href="/favicon.ico"]').count()).toBe(1);
  const icon = `new Promise((resolve) => {
    const icon = new Image();
    icon.onload = () => resolve(icon.naturalWidth);
    icon.src = '/favicon.ico';
  })`;
  expect(await page.evaluate(icon)).toBe(32);
  const links = page.getByRole('navigation', { name: 'Site' }).getByRole('link');
  expect(await links.allInnerTexts()).toEqual(
    navigation(stageNamed('prod')).map(([, label]) => label),
  );
  await page.getByRole('link', { name: 'Get a key' }).click();
  await page.getByRole('button', { name: 'Sign in' }).waitFor();
  await page.getByRole('link', { name: 'Amplify', exact: true }).click();
  await page.waitForURL(`${production.url}/`);
});

test('/playground leads to the playground of every stage, with the text of a link', async () => {
  for (const { url } of [demo, production]) {
    const page = await open(`${url}/playground#voice=shout&text=ship+it`);
    await page.locator('#answer', { hasText: 'SHIP IT' }).waitFor();
    expect(new URL(page.url()).pathname).toBe(url === demo.url ? '/' : '/playground');
  }
});

test('the home shows what is typed without a call, and takes it along to the playground', async () => {
  const page = await open('about:blank');
  const calls: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/v1/')) calls.push(pathname);
  });
  await open(production.url, { elsewhere: production.signInUrl });
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  const shown = page.locator('#answer');
  const animation = () =>
    page.evaluate("getComputedStyle(document.querySelector('#answer')).animationName");
  expect(await animation()).toBe('none');
  const choose = (voice: string) => page.locator('.voices label', { hasText: voice }).click();
  await page.getByLabel('Type something').pressSequentially('Hi ß');
  expect(await shown.textContent()).toBe('HI SS!!!');
  expect(await animation()).toBe('none');
  await choose('Whisper');
  expect(await shown.textContent()).toBe('hi ß');
  await choose('Emphasize');
  expect(await shown.textContent()).toBe('Nobody heard me the first time');
  expect(await shown.locator('strong').count()).toBe(2);
  await page.getByText('this is an example').waitFor();
  await choose('Shout');
  expect(await shown.textContent()).toBe('HI SS');
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.getByRole('link', { name: 'Open the playground' }).click();
  await page.waitForURL('**/playground#*');
  expect(await page.getByLabel('Your text').inputValue()).toBe('Hi ß');
  expect(await shown.textContent()).toBe('HI SS');
  expect(calls).toEqual([]);
});

test.each(['/guide', '/changelog'])('the links of %s have targets on every stage', async (path) => {
  for (const { url } of [demo, production]) {
    const html = await (await fetch(url + path)).text();
    const [main = ''] = /<main.*<\/main>/s.exec(html) ?? [];
    const links = [...main.matchAll(/<a [^>]*?href="([^"]*)"/g)].map(([, link]) => String(link));
    expect(links.length).toBeGreaterThan(10);
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

test('the guide begins with a key and a first call that work on its stage, with buttons that copy', async () => {
  for (const [{ url }, secret, source] of [
    [demo, '"my-key"', 'accept any non-empty key'],
    [production, 'process.env.AMPLIFY_KEY', 'create a key on the dashboard'],
  ] as const) {
    const page = await open(`${url}/guide`);
    const text = await page.locator('main').innerText();
    expect(text).toContain(source);
    expect(text).not.toMatch(/\bstage\b|demo plan|localhost:3000|<!--/);
    expect(text.includes('my-key')).toBe(url === demo.url);
    const sections = await page.getByRole('heading', { level: 2 }).allTextContents();
    expect(sections.slice(0, 2)).toEqual(['Your key #', 'A first request #']);
    await page.getByRole('tab', { name: 'JavaScript' }).first().click();
    const call = page.locator('#a-first-request-1-javascript');
    expect(await call.innerText()).toContain(`"X-API-Key": ${secret}`);
    expect(await call.innerText()).toContain(`fetch("${url}/v1/scream"`);
    const samples = page.locator('.samples');
    expect(await samples.count()).toBeGreaterThan(4);
    expect(await samples.getByRole('button', { name: 'Copy' }).count()).toBe(await samples.count());
    await samples.filter({ has: call }).getByRole('button', { name: 'Copy' }).click();
    await page.getByText('Copied the code.').waitFor();
  }
});

test('the header is one row at the same place on every page; on a narrow screen, its links are a menu', async () => {
  const places = new Set<string>();
  const place = `{
    const [bar, link] = ['.bar', '.bar nav a'].map((part) => document.querySelector(part).getBoundingClientRect());
    JSON.stringify([bar.height, link.x, link.y]);
  }`;
  for (const path of [...pagePaths, '/nowhere']) {
    const options = { elsewhere: production.signInUrl, expected: /404/ };
    const page = await open(production.url + path, options);
    await page.setViewportSize({ width: 1440, height: 900 });
    places.add(await page.evaluate(place));
    await page.setViewportSize({ width: 390, height: 844 });
    const bar = await page.locator('.bar').boundingBox();
    expect(bar?.height).toBeLessThanOrEqual(72);
    await page.getByRole('button', { name: 'Menu' }).click();
    await page.locator('.bar').getByRole('link', { name: 'Changelog' }).waitFor();
    expect(await overflow(page)).toBe(0);
    await page.setViewportSize({ width: 1280, height: 720 });
  }
  expect([...places]).toHaveLength(1);

  const page = await open(`${production.url}/docs`, { elsewhere: production.signInUrl });
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  expect(await page.locator('main :focus').count()).toBe(1);
});

test('the guide has a list of contents, and a typed client', async () => {
  const page = await open(`${demo.url}/guide`);
  const contents = page.getByRole('navigation', { name: 'Contents' });
  for (const name of ['Your key', 'Errors', 'Your quota', 'A typed client']) {
    expect(await contents.getByRole('link', { name }).count()).toBe(1);
    expect(await page.getByRole('heading', { name, level: 2 }).isVisible()).toBe(true);
  }
  const code = await page.locator('pre').allInnerTexts();
  expect(code.join()).toContain(`${demo.url}/openapi.json --default-non-nullable false`);
  expect(code.join()).toContain('@types/node');
  expect(code.find((block) => block.includes(`baseUrl: '${demo.url}'`))).toContain(
    "'detail' in error ? error.detail : error.message",
  );
});

test('the headings of the changelog have stable links', async () => {
  const page = await open(`${demo.url}/changelog`);
  const { version } = manifest;
  const newest = page.getByRole('heading', { level: 2 }).first();
  expect(await newest.textContent()).toContain(version);
  for (const id of [version, `${version}-added`, '0.1.0', '0.1.0-added']) {
    expect(await page.locator(`[id="${id}"] > .own`).getAttribute('href')).toBe(`#${id}`);
  }
});

test.each(screens)('%s: axe finds nothing, and nothing overflows', async (screen) => {
  for (const url of [production.url, `${demo.url}/guide`, `${demo.url}/changelog`]) {
    const page = await open(url, { screen });
    const withColours = screen === 'phone';
    expect(await accessibilityFaults(page, { withColours })).toEqual([]);
    expect(await overflow(page)).toBe(0);
  }
});

test('a page of another origin calls the API with a key, and reads the quota', async () => {
  const elsewhere = createServer((_, response) => {
    response.setHeader('Content-Type', 'text/html').end('<title>Elsewhere</title>');
  });
  await once(elsewhere.listen(0, '127.0.0.1').unref(), 'listening');
  const { port } = elsewhere.address() as AddressInfo;
  const page = await open(`http://127.0.0.1:${port}`, { expected: /favicon/, elsewhere: demo.url });
  const answer = await page.evaluate(
    async ({ url, key }) => {
      const response = await fetch(`${url}/v1/shout`, {
        method: 'POST',
        headers: { 'X-API-Key': key, 'Content-Type': 'application/json' },
        body: '{"text":"hello"}',
      });
      return { body: await response.json(), headers: Object.fromEntries(response.headers) };
    },
    { url: demo.url, key: newKey() },
  );
  expect(answer).toMatchObject({
    body: { result: 'HELLO' },
    headers: {
      'x-ratelimit-limit': '30',
      'x-ratelimit-remaining': '29',
      'x-ratelimit-reset': expect.stringMatching(/^\d+$/),
      ratelimit: expect.stringContaining('r=29'),
      'ratelimit-policy': expect.stringContaining('q=30'),
    },
  });
});
