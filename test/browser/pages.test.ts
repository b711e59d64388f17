/**
 * The reference, the guide, and what all pages share.
 *
 * @jest-environment ./test/browser/jest-environment.ts
 */
import { describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { pagePaths } from '../../lib/settings/site-routes.ts';
import { curlLines } from '../../lib/site/shared/code.ts';
import { demoSlots, newKey, sharedDemo, sharedProduction } from '../support/service.ts';
import {
  accessibilityFaults,
  countsShifts,
  desktop,
  layoutShift,
  open,
  overflow,
  phone,
} from './chromium.ts';

const [demo, production] = [sharedDemo(), sharedProduction()];

test('the guide has a list of contents, and samples in the chosen language, or in their first', async () => {
  const page = await open(`${demo.url}/guide`);
  const sections = await page.getByRole('heading', { level: 2 }).allTextContents();
  const contents = page.getByRole('navigation', { name: 'Contents' }).getByRole('link');
  expect((await contents.allTextContents()).map((title) => `${title}\u00a0#`)).toEqual(sections);
  await page.getByRole('radio', { name: 'curl' }).check();
  await page.locator('.sample:visible', { hasText: 'const retrying' }).waitFor();
  await page.getByRole('radio', { name: 'JavaScript' }).first().check();
  const call = page.locator('.sample:visible', { hasText: 'fetch(' }).first();
  const samples = page.locator('.samples', { has: call });
  await samples.getByRole('button', { name: 'Copy' }).first().click();
  await page.getByText('Copied the code.').waitFor();
  // A single sample is as high as its code, and scrolls sideways.
  const [height, lines] = await page.evaluate<[number, number]>(`{
    const code = [...document.querySelectorAll('.sample')].find((sample) => sample.textContent.includes('createClient'));
    [code.clientHeight / parseFloat(getComputedStyle(code).lineHeight), code.textContent.split('\\n').length];
  }`);
  expect(Math.floor(height)).toBe(lines);
});

const place = `{
  const [bar, link] = ['.bar', '.bar nav a'].map((part) => document.querySelector(part).getBoundingClientRect());
  JSON.stringify([bar.height, link.x, link.y]);
}`;

/** Pages whose own tests look for faults of accessibility. */
const looked = ['/', '/docs', '/dashboard'];

test('on every page, nothing moves on load, the header is at the same place, and on a narrow screen its links are a menu; axe finds nothing, and nothing overflows', async () => {
  const places = new Set<string>();
  for (const path of [...pagePaths, '/nowhere']) {
    const page = await open(production.url + path, {
      size: { width: 1440, height: 900 },
      expected: /404/,
      before: countsShifts,
    });
    expect(await layoutShift(page)).toBeLessThanOrEqual(0.02);
    places.add(await page.evaluate(place));
    await page.emulateMedia({ media: 'print' });
    const notPrinted = page.locator(':is(.bar, .foot, .offer, #key, form, button):visible');
    expect(await notPrinted.count()).toBe(0);
    await page.emulateMedia({ media: null });
    await page.setViewportSize({ width: 390, height: 844 });
    const bar = await page.locator('.bar').boundingBox();
    expect(bar?.height).toBeLessThanOrEqual(72);
    await page.getByRole('button', { name: 'Menu' }).click();
    await page.locator('.bar').getByRole('link', { name: 'Changelog' }).waitFor();
    await page.setViewportSize(phone);
    expect(await overflow(page)).toBe(0);
    const links = page.getByRole('contentinfo').getByRole('link');
    expect(await links.allTextContents()).toEqual(['MIT licence', 'Health']);
    if (!looked.includes(path)) expect(await accessibilityFaults(page)).toEqual([]);
  }
  expect([...places]).toHaveLength(1);
});

test('a visitor gets from an unknown address to the reference, and by keyboard past its header; on a stage with demo keys, the dashboard leads to the playground', async () => {
  const page = await open(`${demo.url}/nowhere/<b>`, { expected: /404/, size: phone });
  await page.getByRole('heading', { name: 'Not found' }).waitFor();
  expect(await page.title()).toBe('Amplify: Not found');
  const main = page.getByRole('main');
  await main.getByRole('link', { name: 'playground' }).waitFor();
  await main.getByRole('link', { name: 'reference' }).click();
  await page.getByRole('heading', { name: 'Amplify API' }).waitFor();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  expect(await page.locator('main :focus').count()).toBe(1);

  await page.goto(`${demo.url}/dashboard`);
  await page.getByText('any key works').waitFor();
  await main.getByRole('link', { name: 'playground' }).click();
  await page.getByText('Any key works here').waitFor();
  expect(await page.getByRole('link', { name: /Dashboard|Get a key/ }).count()).toBe(0);
});

describe('the reference', () => {
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
    const page = await open(`${demo.url}/docs`, { size: { width: 1024, height: 600 } });
    // The whole reference, for an assistant.
    await page.getByRole('button', { name: 'Copy', exact: true }).first().click();
    await page.getByText('Copied the reference as Markdown.').waitFor();
    await part(page, '/v1/rate-limits').getByRole('button', { name: 'Send' }).press('Enter');
    const quota = await answer(page, '/v1/rate-limits', '200');
    expect(await quota.innerText()).toContain(`"requests_remaining": ${demoSlots}`);

    const key = newKey();
    const shout = part(page, '/v1/shout');
    await shout.getByText('Edit body').click();
    const body = shout.getByLabel('Body', { exact: true });
    await body.fill('');
    await body.press('ControlOrMeta+V');
    expect(await body.inputValue()).toContain('# Amplify API');
    await page.getByLabel('Your API key').fill(key);
    await body.fill('{"text":"straße"}');
    await send(page, '/v1/shout');
    const text = await (await answer(page, '/v1/shout', '200')).innerText();
    expect(text).toContain('"result": "STRASSE"');
    expect(text).toContain(`x-ratelimit-limit: ${demoSlots}`);
    expect(text).toMatch(/apigw-requestid: \S+/);
    const [top, bottom] = await whereInWindow(page, '.operation .answer');
    expect([top >= 0, bottom <= 1]).toEqual([true, true]);
    expect(await shout.locator('.sample:visible').innerText()).toBe(
      curlLines({ url: `${demo.url}/v1/shout`, key, body: '{"text":"straße"}' }),
    );
    await shout.getByRole('button', { name: 'Copy the sample for shout' }).click();
    await page.getByText('Copied the sample for shout.').waitFor();

    await page.getByRole('link', { name: 'Playground' }).click();
    await page.waitForURL(`${demo.url}/`);
    await page.locator('.sample:visible', { hasText: key }).waitFor();
  });

  test('a form sends an example, says what is wrong with an invalid request, and scrolls a long answer in place; axe finds nothing', async () => {
    const page = await open(`${demo.url}/docs#scream`, { expected: /422/ });
    const scream = part(page, '/v1/scream');
    const body = scream.getByLabel('Body', { exact: true });
    await scream.getByText('Edit body').click();
    await scream.getByLabel('Example').selectOption('Without intensity: one');
    expect(await body.inputValue()).toBe('{"text":"look out"}');
    await send(page, '/v1/scream');
    const shown = await answer(page, '/v1/scream', '200');
    expect(await shown.innerText()).toContain('"result": "LOOK OUT!"');

    await body.fill('{"text":"שלום","intensity":0}');
    await body.press('Control+Enter');
    await answer(page, '/v1/scream', '422');
    expect(await shown.getByRole('listitem').allInnerTexts()).toEqual([
      'intensity Input should be greater than or equal to 1',
    ]);
    for (const [sent, said] of [
      ['שלום', 'body can’t be parsed: Expecting value'],
      ['{"text":"hello" "a":3}', "can’t be parsed after 16 characters: Expecting ',' delimiter"],
    ] as const) {
      await body.fill(sent);
      await send(page, '/v1/scream');
      await shown.getByText(said).waitFor();
    }
    expect(await accessibilityFaults(page)).toEqual([]);

    await body.fill(JSON.stringify({ text: 'look out '.repeat(1_000) }));
    await send(page, '/v1/scream');
    await answer(page, '/v1/scream', '200');
    const scrolls = `{
      const { scrollHeight, clientHeight } = document.querySelector('[data-path$=scream] ~ .answer .body');
      scrollHeight > clientHeight && clientHeight < innerHeight;
    }`;
    for (const size of [desktop, phone]) {
      await page.setViewportSize(size);
      expect(await overflow(page)).toBe(0);
      expect(await page.evaluate(scrolls)).toBe(true);
    }
    await body.fill('');
    await send(page, '/v1/scream');
    await shown.getByRole('link', { name: '422' }).click();
    await page.getByText('text is empty', { exact: true }).waitFor();
  });

  test('all forms send the key at the head, which is hidden if it is secret; without one, nothing is sent, and the page asks for one', async () => {
    // The page calls the origin it came from, not the one in the description.
    const origin = demo.url.replace('localhost', '127.0.0.1');
    const page = await open(`${origin}/docs#whisper`);
    const key = page.getByLabel('Your API key');
    const whisper = part(page, '/v1/whisper');
    const calls: string[] = [];
    page.on('request', (request) => calls.push(request.url()));
    await key.fill('');
    await whisper.getByRole('button', { name: 'Send' }).click();
    await key.and(page.locator(':focus')).waitFor();
    await page.getByText('A key is missing. Enter one.').waitFor();
    expect(calls.filter((url) => url.includes('/v1/'))).toEqual([]);
    expect(await whisper.locator('.sample:visible').innerText()).not.toContain('X-API-Key');

    await key.fill(newKey());
    await page.getByText('Any key works').waitFor();
    for (const path of ['/v1/whisper', '/v1/rate-limits']) {
      const request = await send(page, path);
      expect(request.url()).toBe(origin + path);
      expect(request.headers()['x-api-key']).toBe(await key.inputValue());
      expect(request.postData()).toEqual(path === '/v1/whisper' ? expect.any(String) : null);
    }

    // With issued keys, the code has a variable.
    await open(`${production.url}/docs#shout`, { expected: /401/ });
    await page.locator('#key[type=password]').fill('amp_prod_secret');
    await page.getByLabel('Show the key').check();
    await page.locator('#key[type=text]').waitFor();
    const samples = (await page.locator('.sample').allTextContents()).join();
    expect(samples).toContain('X-API-Key: $AMPLIFY_KEY');
    expect(samples).not.toContain('secret');
    // A refused key is no reason not to offer one.
    await page.goto(production.url);
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByRole('link', { name: 'create a free one' }).waitFor();
    expect(await page.getByRole('link', { name: '401' }).getAttribute('href')).toMatch(
      /#error-401/,
    );
  });

  test('without its script, the page has tabs for the languages of samples, also in forced colours, and has no dead controls; the choice is stored', async () => {
    const page = await open(`${demo.url}/llms.txt`, { expected: /ERR_FAILED/ });
    await page.route('**/assets/document-*.js', (route) => route.abort());
    await page.goto(`${demo.url}/docs#scream`);
    const controls = page.locator('main :is(button, textarea, #key):enabled:visible');
    expect(await controls.count()).toBe(0);
    const scream = part(page, '/v1/scream');
    const sample = scream.locator('.sample:visible');
    const tab = (language: string) => scream.getByRole('radio', { name: language });
    for (const [language, code] of [
      ['Python', 'requests.post('],
      ['JavaScript', 'await fetch('],
      ['curl', 'curl '],
    ] as const) {
      await tab(language).check();
      expect(await sample.innerText()).toContain(code);
    }
    await page.emulateMedia({ forcedColors: 'active' });
    const findLine = (label: string) =>
      page.evaluate(
        `getComputedStyle(document.querySelector('.operation .tabs label${label}')).textDecorationLine`,
      );
    expect(await findLine(':has(:checked)')).toBe('underline');
    expect(await findLine(':not(:has(:checked))')).toBe('none');
    // Code keeps its edge, and its strings our colours: forced ones look selected.
    const style = (name: string) =>
      page.evaluate(`getComputedStyle(document.querySelector('.samples')).${name}`);
    expect([await style('borderWidth'), await style('forcedColorAdjust')]).toEqual(['1px', 'none']);
    await page.emulateMedia({ forcedColors: 'none' });
    await page.unrouteAll();
    await page.reload();
    const copy = scream.getByRole('button', { name: 'Copy the sample' });
    await copy.and(page.locator(':enabled')).waitFor();
    await tab('curl').press('ArrowRight');
    await page.reload();
    const health = part(page, '/v1/health').locator('.sample:visible');
    await health.getByText('await fetch(').waitFor();
  });

  test('a list of contents stays in view on wide screens, and marks the current part; each heading has a link', async () => {
    const page = await open(`${demo.url}/docs`, { size: { width: 1400, height: 800 } });
    const contents = page.getByRole('navigation', { name: 'Contents' });
    const current = contents.locator('[aria-current]');
    expect(await current.count()).toBe(0);
    for (const name of ['/v1/emphasize', 'Key and quota']) {
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
    // The list folds, and stays in reach.
    await folded.and(page.locator(':visible')).waitFor({ state: 'detached' });
    expect((await whereInWindow(page, '.contents summary'))[0]).toBeGreaterThanOrEqual(0);
    const headings = page.locator('main h2');
    expect(await headings.locator('> .own').count()).toBe(await headings.count());
    await page.locator('.own[href="#health"]').focus();
    await page.getByRole('link', { name: 'Direct link to /v1/health' }).click();
    await page.waitForURL('**/docs#health');
  });

  test('a link to an endpoint shows it at any width; nothing moves later, whatever was stored', async () => {
    for (const width of [1440, 390]) {
      const page = await open(`${demo.url}/docs?${width}#scream`, {
        size: { width, height: 800 },
        before: countsShifts,
      });
      expect(await layoutShift(page)).toBe(0);
      const [top, bottom] = await whereInWindow(page, '#scream');
      expect([top >= 0, bottom > 0]).toEqual([true, true]);
      await part(page, '/v1/scream').getByRole('radio', { name: 'Python' }).check();
      const tab = await page.locator('.tabs label').first().boundingBox();
      expect(tab?.height).toBeGreaterThanOrEqual(32);
    }
  });
});
