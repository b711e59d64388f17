/**
 * The playground, as a person uses it.
 *
 * @jest-environment ./test/browser/jest-environment.ts
 */

import { beforeAll, describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { maxCharacters, maxCharactersText } from '../../functions/http/body-size.ts';
import { newKey, useUp } from '../keys.ts';
import { longWindow, type SharedService, sharedDemo } from '../service.ts';
import { accessibilityFaults, keepsNothing, open, overflow, screens } from './chromium.ts';

let service: SharedService;
beforeAll(async () => {
  service = await sharedDemo();
});

const example = 'NOBODY HEARD ME THE FIRST TIME!!!';

const textOf = (page: Page) => page.getByLabel('Your text');
const answer = (page: Page) => page.locator('#answer');
const line = (page: Page) => page.locator('#line');
const amplify = (page: Page) => page.locator('#amplify');
const key = (page: Page) => page.getByLabel('Your API key');
const code = (page: Page) => page.locator('#code');
const callsLeft = (page: Page, count: number) =>
  page.getByRole('button', { name: `Key and code: ${count} of 30 calls left` });

/** Opens the playground as a new visitor, and waits for their quota. */
const visit = async (options: Parameters<typeof open>[1] & { readonly hash?: string } = {}) => {
  const page = await open(`${service.url}/playground${options.hash ?? ''}`, options);
  await page.getByRole('button', { name: 'of 30 calls left' }).waitFor();
  return page;
};

const openDrawer = (page: Page) => page.getByRole('button', { name: 'Key and code' }).click();
const closeDrawer = (page: Page) => page.getByRole('button', { name: 'Close' }).click();

/** Types another key into the drawer. */
const useKey = async (page: Page, other: string) => {
  await openDrawer(page);
  await key(page).fill(other);
  await page.keyboard.press('Escape');
};

/** Chooses a voice. */
const choose = (page: Page, voice: string) =>
  page.locator('.voices label', { hasText: voice }).click();

/** Waits until what is shown is the answer to a call, in a voice. */
const answered = (page: Page, voice: string, text: string) =>
  page.locator(`#stage[data-voice=${voice.toLowerCase()}] #answer`, { hasText: text }).waitFor();

/** Does what has the page call the API, and waits for the answer: to look for it on the page takes longer. */
const calling = async (page: Page, action: Promise<unknown>, voice = '*') => {
  const [response] = await Promise.all([page.waitForResponse(`**/v1/${voice}`), action]);
  await page.locator('#composer:not([aria-busy])').waitFor();
  return response;
};

/** Types a text, and has it said in the voice that is chosen. */
const say = async (page: Page, text: string) => {
  await textOf(page).fill(text);
  return calling(page, page.keyboard.press('Control+Enter'));
};

/** The paths of the calls that a page makes from now on. */
const callsOf = (page: Page): readonly string[] => {
  const calls: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST') calls.push(new URL(request.url()).pathname);
  });
  return calls;
};

/** A property of an element, as the browser has computed it. */
const style = (page: Page, selector: string, property: string): Promise<string> =>
  page.evaluate(
    `getComputedStyle(document.querySelector('${selector}')).getPropertyValue('${property}')`,
  );

describe('a first look', () => {
  test.each(screens)(
    '%s: shows an example in every voice, for which no slot is used; axe finds nothing, and all is within the window',
    async (screen) => {
      const page = await visit({ screen });
      const look = async (part?: string) => {
        expect(await accessibilityFaults(page, { part })).toEqual([]);
      };
      const calls = callsOf(page);
      const { height } = page.viewportSize() ?? { height: 0 };
      for (const element of [answer(page), amplify(page)]) {
        const box = await element.boundingBox();
        expect(Number(box?.y)).toBeGreaterThanOrEqual(0);
        expect(Number(box?.y) + Number(box?.height)).toBeLessThanOrEqual(height);
      }
      const text = 'Nobody heard me the first time';
      expect(await textOf(page).inputValue()).toBe(text);
      for (const [voice, shown] of [
        ['Scream', example],
        ['Shout', text.toUpperCase()],
        ['Whisper', text.toLowerCase()],
        ['Emphasize', text],
      ] as const) {
        await choose(page, voice);
        await answered(page, voice, shown);
        expect(await line(page).textContent()).toContain('an example');
        await look();
      }
      expect(await answer(page).locator('strong').count()).toBe(2);
      await openDrawer(page);
      await look('#developers');
      expect(await overflow(page)).toBe(0);
      await closeDrawer(page);
      expect(calls).toEqual([]);
      await callsLeft(page, 30).waitFor();
      // A text of many screens, with a word longer than any line.
      await say(page, `${'a'.repeat(200)} ${'once more '.repeat(895)}`);
      expect(await overflow(page)).toBe(0);
      expect(await page.evaluate('scrollY')).toBe(0);
    },
  );

  test('needs no script, and has a picture for those whom it is sent to', async () => {
    const html = await (await fetch(`${service.url}/playground`)).text();
    expect(html).toContain(`>${example}</output>`);
    const reference = await (await fetch(`${service.url}/docs`)).text();
    for (const page of [html, reference]) {
      const [, picture] = /<meta property="og:image" content="([^"]+)">/.exec(page) ?? [];
      expect(picture).toMatch(`${service.url}/assets/playground-`);
      const response = await fetch(String(picture));
      expect(response.headers.get('content-type')).toBe('image/png');
      const png = new DataView(await response.arrayBuffer());
      expect([png.getUint32(16), png.getUint32(20)]).toEqual([1200, 630]);
    }
  });
});

test('a keyboard is enough: it comes round in eight stops, says what is typed, and passes voices on its way to one', async () => {
  const page = await visit();
  const calls = callsOf(page);
  const pressed = (name: string) => page.keyboard.press(name);
  const focused = () =>
    page.evaluate<string>(
      'document.activeElement.id || document.activeElement.value || document.activeElement.textContent',
    );
  const stops: string[] = [];
  await pressed('Tab');
  for (let stop = await focused(); !stops.includes(stop); stop = await focused()) {
    if (stop !== '' && (await page.evaluate('document.activeElement !== document.body')))
      stops.push(stop);
    await pressed('Tab');
  }
  expect(stops).toEqual([
    'Reference',
    'developers-button',
    'text',
    'scream',
    'intensity',
    'amplify',
    'copy-result',
  ]);
  await page.getByRole('button', { name: 'Copy result' }).focus();
  for (const [arrow, button] of [
    ['ArrowRight', 'copy-link'],
    ['ArrowRight', 'copy-result'],
    ['End', 'copy-link'],
  ] as const) {
    await pressed(arrow);
    expect(await focused()).toBe(button);
  }

  // While a text is typed it is not said, and the last answer fades.
  await textOf(page).fill('Nobody heard me the first time.');
  await page.locator('#stage[data-faded]').waitFor();
  await pressed('Backspace');
  await page.locator('#stage:not([data-faded])').waitFor();
  await pressed('Enter');
  await page.keyboard.type('hello');
  await page.getByLabel('Scream').press('ArrowLeft');
  expect(calls).toEqual([]);
  await textOf(page).focus();
  await calling(page, pressed('Control+Enter'));
  await answered(page, 'Shout', 'HELLO');
  // A voice that is passed is not called.
  await page.getByLabel('Shout').focus();
  await pressed('ArrowLeft');
  await calling(page, pressed('ArrowLeft'));
  await answered(page, 'Whisper', 'hello');
  expect(calls).toEqual(['/v1/shout', '/v1/whisper']);
});

describe('a text is said', () => {
  test('in the voice that is chosen, and in another one as soon as that is, also during a call; never as markup', async () => {
    const page = await visit();
    const calls = callsOf(page);
    await say(page, 'ΟΔΟΣ in der Straße');
    await answered(page, 'Scream', 'ΟΔΟΣ IN DER STRASSE!!!');
    await calling(page, choose(page, 'Whisper'));
    await answered(page, 'Whisper', 'οδος in der straße');
    await calling(page, choose(page, 'Shout'));
    await answered(page, 'Shout', 'ΟΔΟΣ IN DER STRASSE');
    // What was said already is not asked for again.
    await choose(page, 'Whisper');
    await answered(page, 'Whisper', 'οδος in der straße');
    expect(calls).toEqual(['/v1/scream', '/v1/whisper', '/v1/shout']);
    await callsLeft(page, 27).waitFor();

    await say(page, '<img src=x onerror=alert(1)>');
    expect(await answer(page).textContent()).toBe('<img src=x onerror=alert(1)>');
    expect(await answer(page).locator('*').count()).toBe(0);
    await say(page, 'שלום');
    expect(await answer(page).textContent()).toBe('שלום');
    for (const shown of ['#answer', '#text']) {
      expect(await style(page, shown, 'direction')).toBe('rtl');
    }

    // The one that is chosen during a call is the last.
    await page.route('**/v1/whisper', async (route) => {
      await choose(page, 'Shout');
      await route.continue();
    });
    await textOf(page).fill('hello');
    await calling(page, amplify(page).click(), 'shout');
    expect(await answer(page).textContent()).toBe('HELLO');
    // As is a link that was opened during one.
    await page.route('**/v1/scream', async (route) => {
      await page.evaluate("void (location.hash = '#voice=shout&text=other')");
      await route.continue();
    });
    await calling(page, choose(page, 'Scream'), 'shout');
    await answered(page, 'Shout', 'OTHER');
  });

  test('with the words in bold that the model chose, which ink in as it ranked them', async () => {
    const page = await visit();
    await choose(page, 'Emphasize');
    const words = answer(page).locator('strong');
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    for (const text of [
      'Never **run** with <b>scissors</b> in the house.\n\nNever!',
      '東京で会議に出る',
    ]) {
      const response = await say(page, text);
      const { emphasized_words: chosen } = await response.json();
      expect(chosen).not.toEqual([]);
      expect(await answer(page).textContent()).toBe(text);
      expect(await words.allTextContents()).toEqual(chosen);
      const order = String(response.headers()['emphasis-order']).split(', ').map(Number);
      const delays = await page.evaluate<number[]>(
        "[...document.querySelectorAll('#answer strong')].map((word) => parseFloat(getComputedStyle(word).animationDelay))",
      );
      const inked = order.map((place) => Number(delays[place]));
      expect(inked).toEqual(inked.toSorted((one, other) => one - other));
      expect(new Set(inked).size).toBe(chosen.length);
    }
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await calling(page, page.getByLabel('Words').fill('100'));
    expect(await words.allTextContents()).toEqual(['東京', 'で', '会議', 'に', '出る']);
  });
});

test('a scream has as many marks as its slider says, and grows and shakes with it', async () => {
  const page = await visit();
  const slider = page.getByLabel('Intensity');
  const sizes: number[] = [];
  for (const marks of ['1', '10']) {
    const response = page.waitForResponse('**/v1/scream');
    await slider.fill(marks);
    // At once, before the answer.
    sizes.push(Number.parseFloat(await style(page, '#answer', 'font-size')));
    await response;
    await page.locator('#answer', { hasText: new RegExp(`E!{${marks}}$`) }).waitFor();
  }
  expect(sizes[1]).toBeGreaterThan(Number(sizes[0]) * 1.2);
  expect(await slider.getAttribute('aria-valuetext')).toBe('10 exclamation marks');
  expect(await style(page, '#answer', 'animation-name')).toBe('none');
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  expect(await style(page, '#answer', 'animation-name')).toBe('shake');
  await page.emulateMedia({ reducedMotion: 'reduce' });
});

describe('the quota', () => {
  test('is a ring that is always there, and is that of the key', async () => {
    const page = await visit();
    await say(page, 'hello');
    await callsLeft(page, 29).waitFor();
    expect(await page.locator('.ring svg text').textContent()).toBe('29');
    expect(await page.locator('.ring .fill').getAttribute('stroke-dasharray')).toMatch(/^96\.6/);
    await openDrawer(page);
    const quota = page.getByRole('region', { name: 'Your quota' });
    expect(await quota.textContent()).toMatch(/29 of 30 calls left\s+full again in \d+ s/);
    const other = newKey();
    await key(page).fill(other);
    await page.getByLabel('Show it').focus();
    await quota.getByText('30 of 30 calls left').waitFor();
    await closeDrawer(page);
    const response = await say(page, 'hello');
    expect(response.request().headers()['x-api-key']).toBe(other);
    await callsLeft(page, 29).waitFor();
  });

  test('is used up: the answer stays, and the button counts down until it turns, or there is another key', async () => {
    const used = newKey();
    const [page] = await Promise.all([visit({ expected: /429/ }), useUp(service.url, used)]);
    const button = (label: RegExp, state: string) =>
      page.locator(`#amplify${state}`, { hasText: label }).waitFor();
    await useKey(page, used);
    await callsLeft(page, 0).waitFor();
    expect((await say(page, 'hello')).status()).toBe(429);
    await line(page).getByText('Take a breath: all 30 calls are used up').waitFor();
    await button(/^Again in \d+ s/, '[aria-disabled]');
    expect(await answer(page).textContent()).toBe(example);
    const calls = callsOf(page);
    await page.evaluate("document.querySelector('#amplify').click()");

    await useKey(page, newKey());
    await button(/^Amplify/, ':not([aria-disabled])');
    expect(calls).toEqual([]);
    expect((await say(page, 'hello')).status()).toBe(200);

    await useKey(page, used);
    await callsLeft(page, 0).waitFor();
    await say(page, 'hello');
    await button(/^Again in \d+ s/, '[aria-disabled]');
    // As if the window had passed.
    await page.evaluate(`{
      const now = Date.now;
      Date.now = () => now() + ${longWindow.QUOTA_WINDOW_SECONDS} * 1000;
    }`);
    await line(page).getByText('Go on!').waitFor();
    await button(/^Amplify/, ':not([aria-disabled])');
    await callsLeft(page, 30).waitFor();
    expect((await say(page, 'hello')).request().headers()['x-api-key']).toBe(used);
  });
});

test('what goes wrong is said, and what is not fit to be sent is not', async () => {
  const page = await visit({ expected: /401|413|ERR_INTERNET_DISCONNECTED/ });
  await page.context().setOffline(true);
  await amplify(page).click();
  await line(page).getByText('No answer came').waitFor();
  await page.locator('#composer:not([aria-busy])').waitFor();
  await page.context().setOffline(false);

  // How long a text is, once it nears what a request may have.
  const size = page.getByText(`of the ${maxCharactersText} characters`);
  await textOf(page).fill('a'.repeat(0.8 * maxCharacters));
  expect(await size.isVisible()).toBe(false);
  expect((await say(page, 'a'.repeat(maxCharacters - 25))).status()).toBe(200);
  expect(await size.textContent()).toContain(`takes ${maxCharactersText} of`);
  await say(page, 'a'.repeat(maxCharacters - 24));
  await line(page).getByText('too long').waitFor();
  expect(await answer(page).textContent()).toBe(`${'A'.repeat(9975)}!!!`);

  await useKey(page, 'revoked-demo-key');
  await say(page, 'hello');
  await line(page).getByText('not accepted').waitFor();
  expect(await page.locator('.ring svg text').textContent()).toBe('–');

  const calls = callsOf(page);
  await textOf(page).fill('');
  await amplify(page).click();
  await textOf(page).and(page.locator(':invalid:focus')).waitFor();
  await textOf(page).fill('hello');
  await openDrawer(page);
  for (const unfit of ['', ' ', 'schlüssel']) {
    await key(page).fill(unfit);
    await page.keyboard.press('Escape');
    await textOf(page).press('Control+Enter');
    await key(page).and(page.locator(':focus')).waitFor();
  }
  expect(calls).toEqual([]);
});

test('the code is of the call that the page makes, with the key only where it is shown', async () => {
  const page = await visit();
  await textOf(page).fill("it's\nme");
  await openDrawer(page);
  await key(page).fill('my-key');
  const url = `${service.url}/v1/scream`;
  const body = String.raw`{"text":"it's\nme","intensity":3}`;
  const show = page.getByLabel('Show it');
  for (const [language, secret] of [
    ['curl', '$AMPLIFY_KEY'],
    ['fetch', 'process.env.AMPLIFY_KEY'],
    ['Python', 'os.environ["AMPLIFY_KEY"]'],
  ] as const) {
    await page.locator('.languages label', { hasText: language }).click();
    const written = String(await code(page).textContent());
    for (const part of [url, secret]) expect(written).toContain(part);
    expect(written).not.toContain('my-key');
    expect(written.replaceAll(String.raw`'\''`, "'")).toContain(body);
    await show.press('Space');
    const shown = String(await code(page).textContent());
    expect(shown).toContain('my-key');
    expect(shown).not.toContain(secret);
    expect(await key(page).getAttribute('type')).toBe('text');
    await show.press('Space');
    expect(await key(page).getAttribute('type')).toBe('password');
  }
  await page.getByRole('button', { name: 'Copy the code' }).click();
  await page.getByText('Copied the code.').waitFor();
  const copied = String(await code(page).textContent());
  await closeDrawer(page);
  await textOf(page).fill('');
  await textOf(page).press('ControlOrMeta+V');
  expect(await textOf(page).inputValue()).toBe(copied);
});

describe('an answer can be taken along', () => {
  /** What a program that takes markup, and one that does not, get of what was copied. */
  const pasted = async (page: Page) => {
    await page.evaluate(`{
      const rich = document.createElement('div');
      rich.contentEditable = 'true';
      rich.id = 'rich';
      document.querySelector('#composer').append(rich);
    }`);
    const rich = page.locator('#rich');
    await rich.press('ControlOrMeta+V');
    const bold = await rich.locator('strong, b').allTextContents();
    await page.evaluate("document.querySelector('#rich').remove()");
    await textOf(page).fill('');
    await textOf(page).press('ControlOrMeta+V');
    return { bold, text: await textOf(page).inputValue() };
  };

  test('as it looks, as Markdown, and as a link that shows it again; with one that is no good, the page is as it ever was', async () => {
    const page = await visit({ hash: '#voice=sing&text=hello' });
    const calls = callsOf(page);
    const follow = (hash: string) =>
      page.evaluate(`new Promise((resolve) => {
        addEventListener('hashchange', () => resolve(), { once: true });
        location.hash = '${hash}';
      })`);
    for (const hash of ['#voice=shout', '#%', '#voice=scream&value=99&text=']) {
      expect(await textOf(page).inputValue()).toBe('Nobody heard me the first time');
      await follow(hash);
    }
    expect(await textOf(page).inputValue()).toBe('Nobody heard me the first time');
    expect(calls).toEqual([]);
    await follow('#voice=scream&value=99&text=hello');
    await page.locator('#answer', { hasText: /^HELLO!{10}$/ }).waitFor();

    const copy = (what: string) => page.getByRole('button', { name: `Copy ${what}` });
    expect(await copy('Markdown').isVisible()).toBe(false);
    await choose(page, 'Emphasize');
    await page.getByLabel('Words').fill('50');
    const text = 'Never run with scissors & knives';
    const { result, emphasized_words: bold } = await (await say(page, text)).json();

    await copy('result').click();
    await page.getByText('Copied the result.').waitFor();
    expect(await pasted(page)).toEqual({ bold, text });
    await copy('Markdown').click();
    await page.getByText('Copied the Markdown.').waitFor();
    expect(await pasted(page)).toEqual({ bold: [], text: result });
    await copy('link').click();
    await page.getByText('Copied the link.').waitFor();
    const { text: link } = await pasted(page);
    expect(new URL(link).pathname + new URL(link).search).toBe('/playground');

    const shown = callsOf(page);
    await page.goto('about:blank');
    await page.goto(link);
    await answered(page, 'Emphasize', text);
    expect(await textOf(page).inputValue()).toBe(text);
    expect(await page.getByLabel('Words').inputValue()).toBe('50');
    expect(shown).toEqual(['/v1/emphasize']);
    // Another text is not the link's any more.
    await textOf(page).fill('hello');
    expect(await page.evaluate('location.href')).toBe(`${service.url}/playground`);
  });

  test('by hand, where there is no clipboard; where the browser keeps nothing, until the page is left', async () => {
    const page = await visit({ before: keepsNothing });
    await say(page, 'hello');
    await callsLeft(page, 29).waitFor();
    await page.evaluate('delete Navigator.prototype.clipboard');
    await page.getByRole('button', { name: 'Copy result' }).click();
    await page.getByText('The result is selected').waitFor();
    expect(await page.evaluate('String(getSelection())')).toBe('HELLO!!!');
    await page.getByRole('button', { name: 'Copy link' }).click();
    await page.getByText('in the address bar').waitFor();
    expect(page.url()).toContain('#voice=scream&value=3&text=hello');
  });
});
