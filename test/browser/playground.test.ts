/**
 * The playground.
 *
 * @jest-environment ./test/browser/jest-environment.ts
 */

import { readFile } from 'node:fs/promises';
import { beforeAll, describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { maxIntensity } from '../../functions/endpoints/capitalization.ts';
import { maxCharacters, maxCharactersText } from '../../functions/http/body-size.ts';
import { navigation } from '../../lib/settings/site-routes.ts';
import { stageNamed } from '../../lib/settings/stages.ts';
import { newKey, useUp } from '../support/keys.ts';
import {
  longWindow,
  type SharedService,
  sharedDemo,
  sharedProduction,
} from '../support/service.ts';
import {
  accessibilityFaults,
  countsShifts,
  keepsNothing,
  layoutShift,
  open,
  overflow,
  screens,
} from './chromium.ts';

let service: SharedService;
beforeAll(async () => {
  service = await sharedDemo();
});

const example = 'NOBODY HEARD ME THE FIRST TIME!!!';

const textOf = (page: Page) => page.getByLabel('Your text');
const answer = (page: Page) => page.locator('#answer');
const line = (page: Page) => page.locator('#line');
const send = (page: Page) => page.locator('#send');
const key = (page: Page) => page.getByLabel('Your API key');
const callsLeft = (page: Page, count: number) =>
  page.getByRole('button', { name: `${count} request${count === 1 ? '' : 's'} left`, exact: true });

/**
 * Opens the playground as a new visitor, and waits for the quota. On a busy machine its only read may fail, and the
 * page then shows none: it is opened again.
 */
const visit = async (options: Parameters<typeof open>[1] & { readonly hash?: string } = {}) => {
  const expected = new RegExp(`status of 50|${options.expected?.source ?? 'status of 50'}`);
  const page = await open(`${service.url}/${options.hash ?? ''}`, { ...options, expected });
  const isKnown = () =>
    callsLeft(page, 30)
      .waitFor({ timeout: 20_000 })
      .then(
        () => true,
        () => false,
      );
  while (!(await isKnown())) await page.reload();
  return page;
};

const openDrawer = (page: Page) => page.getByRole('button', { name: 'Code', exact: true }).click();
const closeDrawer = (page: Page) => page.getByRole('button', { name: 'Close' }).click();

/** Types another key into the drawer. */
const useKey = async (page: Page, other: string) => {
  await openDrawer(page);
  await key(page).fill(other);
  await page.keyboard.press('Escape');
};

const choose = (page: Page, voice: string) =>
  page.locator('.voices label', { hasText: voice }).click();

/** Waits for the answer to a call in a voice. */
const answered = (page: Page, voice: string, text: string) =>
  page.locator(`#stage[data-look=${voice.toLowerCase()}] #answer`, { hasText: text }).waitFor();

/** Performs an action that calls the API, and waits for the response, which is faster than polling the page. */
const calling = async (page: Page, action: Promise<unknown>, voice = '*') => {
  const [response] = await Promise.all([page.waitForResponse(`**/v1/${voice}`), action]);
  await page.locator('#composer:not([aria-busy])').waitFor();
  return response;
};

/** Types a text, and sends it in the chosen voice. */
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

/** A computed style of an element. */
const style = (page: Page, selector: string, property: string): Promise<string> =>
  page.evaluate(
    `getComputedStyle(document.querySelector('${selector}')).getPropertyValue('${property}')`,
  );

/** The positions of the controls on the page, in pixels. */
const controlPositions = (page: Page) =>
  page.evaluate<
    number[][]
  >(`[...document.querySelectorAll('.ring, #text, .voices label, #send, .tools button')]
    .map((control) => control.getBoundingClientRect())
    .map(({ left, top, right, bottom }) => [left, top + scrollY, right, bottom + scrollY])`);

/** The largest difference between numbers of two lists. */
const distance = (before: number[][], after: number[][]) => {
  expect(after.map(({ length }) => length)).toEqual(before.map(({ length }) => length));
  const flat = after.flat();
  return Math.max(...before.flat().map((value, index) => Math.abs(value - Number(flat[index]))));
};

test.each(screens)(
  '%s: an example in every voice without a slot, then a call in each; nothing moves or overflows, and axe finds nothing',
  async (screen) => {
    const page = await visit({ screen, before: countsShifts });
    expect(await layoutShift(page)).toBeLessThan(0.02);
    // Texts are as large or larger on a desktop, where less contrast is enough.
    const withColours = screen === 'phone';
    const look = async (part?: string) => {
      expect(await accessibilityFaults(page, { part, withColours })).toEqual([]);
    };
    const calls = callsOf(page);
    const { height } = page.viewportSize() ?? { height: 0 };
    for (const element of [answer(page), send(page)]) {
      const box = await element.boundingBox();
      expect(Number(box?.y)).toBeGreaterThanOrEqual(0);
      expect(Number(box?.y) + Number(box?.height)).toBeLessThanOrEqual(height);
    }
    const places = await controlPositions(page);
    const expectStill = async () => {
      expect(distance(places, await controlPositions(page))).toBeLessThan(1);
    };
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
      await expectStill();
      if (withColours) await look('#stage');
    }
    expect(await answer(page).locator('strong').count()).toBe(2);
    // Also with a voice more.
    await page.evaluate(`{
      const voices = document.querySelector('.voices');
      voices.append(voices.querySelector('label').cloneNode(true));
    }`);
    expect(await overflow(page)).toBe(0);
    await page.evaluate("document.querySelector('.voices label:last-child').remove()");
    await look();
    await openDrawer(page);
    await look('#developers');
    expect(await overflow(page)).toBe(0);
    await closeDrawer(page);
    expect(calls).toEqual([]);
    await callsLeft(page, 30).waitFor();

    for (const voice of ['Whisper', 'Emphasize', 'Shout', 'Scream']) {
      await choose(page, voice);
      await calling(page, send(page).click());
      await expectStill();
    }
    await page.getByRole('button', { name: 'Copy link' }).click();
    await page.getByText('Copied the link.').waitFor();
    await expectStill();
    // A text of many screens, with a word longer than any line.
    await say(page, `${'a'.repeat(200)} ${'once more '.repeat(895)}`);
    expect(await overflow(page)).toBe(0);
    expect(await page.evaluate('scrollY')).toBe(0);
  },
);

test('a page shows the example without a script, and has a link preview', async () => {
  const html = await (await fetch(`${service.url}/`)).text();
  expect(html).toContain(`>${example}</p>`);
  const [, picture] = /<meta property="og:image" content="([^"]+)">/.exec(html) ?? [];
  expect(picture).toMatch(`${service.url}/assets/playground-`);
  const response = await fetch(String(picture));
  expect(response.headers.get('content-type')).toBe('image/png');
  expectPicture(Buffer.from(await response.arrayBuffer()));
});

/** Expects a PNG of the size of a link preview. */
const expectPicture = (png: Buffer) => {
  expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([1200, 630]);
  // A picture of one colour is smaller.
  expect(png.length).toBeGreaterThan(8_000);
};

test('works by keyboard, and shows the result at every key without a call', async () => {
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
    'Skip to the content',
    'Amplify',
    ...navigation(stageNamed('demo')).map(([, label]) => label),
    'quota-button',
    'code-button',
    'text',
    'scream',
    'setting-scream',
    'send',
    'copy-result',
    'copy-link',
    'picture',
    'copy-picture',
  ]);
  await textOf(page).fill('');
  await answered(page, 'Scream', example);
  for (const [key, shown] of [
    ['h', 'H!!!'],
    ['ß', 'HSS!!!'],
    ['\n', 'HSS\n!!!'],
    ['i', 'HSS\nI!!!'],
  ] as const) {
    await page.keyboard.type(key);
    expect(await answer(page).textContent()).toBe(shown);
  }
  await line(page).getByText('3 characters changed · not sent').waitFor();
  await page.getByLabel('Intensity').press('ArrowRight');
  expect(await answer(page).textContent()).toBe('HSS\nI!!!!');
  await page.getByLabel('Shout').press('Space');
  await answered(page, 'Shout', 'HSS\nI');
  await page.getByLabel('Emphasize').press('Space');
  await answered(page, 'Emphasize', 'hß\ni');
  await page.getByLabel('Words').press('ArrowRight');
  await page.getByLabel('Whisper').press('Space');
  await answered(page, 'Whisper', 'hß\ni');
  expect(calls).toEqual([]);
  await calling(page, textOf(page).press('Control+Enter'));
  expect(calls).toEqual(['/v1/whisper']);
  await line(page)
    .getByText(/Nothing to change · 200 in \d+ ms · 29 of 30 requests left · See the response/)
    .waitFor();
});

describe('sending a text', () => {
  test('shows what the service answers, never as markup, unless the draft changes during the call', async () => {
    const page = await visit();
    const calls = callsOf(page);
    await page.route('**/v1/scream', async (route) => {
      const response = await route.fetch();
      const body = { ...(await response.json()), result: 'Something else' };
      await route.fulfill({ response, json: body });
    });
    await say(page, 'hello');
    expect(await answer(page).textContent()).toBe('Something else');
    await page.getByRole('button', { name: 'See the response' }).click();
    const response = page.getByRole('region', { name: 'The last response' });
    expect(await response.innerText()).toMatch(
      /^The last response\s+200 \d+ ms\s+x-ratelimit-limit: 30/,
    );
    expect(await response.innerText()).toContain('"result": "Something else"');
    await closeDrawer(page);
    await page.unroute('**/v1/scream');
    await say(page, '<img src=x onerror=alert(1)>');
    expect(await answer(page).textContent()).toBe('<IMG SRC=X ONERROR=ALERT(1)>!!!');
    expect(await answer(page).locator('*').count()).toBe(0);
    await textOf(page).fill('שלום');
    for (const shown of ['#answer', '#text']) {
      expect(await style(page, shown, 'direction')).toBe('rtl');
    }

    // What is changed and sent during a call is sent afterwards.
    await textOf(page).fill('hello');
    await page.route('**/v1/whisper', async (route) => {
      await choose(page, 'Shout');
      await page.evaluate("document.querySelector('#send').click()");
      await route.continue();
    });
    await choose(page, 'Whisper');
    await calling(page, send(page).click(), 'shout');
    expect(await answer(page).textContent()).toBe('HELLO');
    expect(calls).toEqual(['/v1/scream', '/v1/scream', '/v1/whisper', '/v1/shout']);
    // A link that is opened during a call is shown, and stays.
    await page.route('**/v1/shout', async (route) => {
      await page.evaluate("void (location.hash = '#voice=whisper&text=OTHER')");
      await route.continue();
    });
    await calling(page, send(page).click(), 'shout');
    expect(await answer(page).textContent()).toBe('other');
  });

  test('with the chosen words in bold, which fade in by rank and do not move', async () => {
    const page = await visit();
    await choose(page, 'Emphasize');
    await page.getByLabel('Words').fill('50');
    const words = answer(page).locator('strong');
    for (const text of [
      'To AVoid Two Wave Types, **Wait** for <b>12</b> Yards; Tom told you:\n\nnever run with scissors!',
      'ship it today '.repeat(40),
      '東京で会議に出る',
    ]) {
      await textOf(page).fill(text);
      const before = await letterPositions(page);
      await page.emulateMedia({ reducedMotion: 'no-preference' });
      const response = await calling(page, send(page).click());
      const { emphasized_words: chosen } = await response.json();
      expect(chosen).not.toEqual([]);
      expect(await answer(page).textContent()).toBe(text);
      expect(await words.allTextContents()).toEqual(chosen);
      await page.emulateMedia({ reducedMotion: 'reduce' });
      expect(distance(before, await letterPositions(page))).toBeLessThan(0.5);
    }
    await page.getByLabel('Words').fill('100');
    expect(await words.count()).toBe(0);
    await calling(page, send(page).click());
    expect(await words.allTextContents()).toEqual(['東京', 'で', '会議', 'に', '出る']);
  });
});

/** The positions of the stage's letters, in pixels. */
const letterPositions = (page: Page) =>
  page.evaluate<number[][]>(`(() => {
    const nodes = document.createTreeWalker(document.querySelector('#answer'), NodeFilter.SHOW_TEXT);
    const positions = [];
    const range = document.createRange();
    for (let node = nodes.nextNode(); node; node = nodes.nextNode()) {
      for (const { index, 0: letter } of node.data.matchAll(/\\p{L}/gu)) {
        range.setStart(node, index);
        range.setEnd(node, index + letter.length);
        const { left, right, top } = range.getBoundingClientRect();
        positions.push([left, right, top]);
      }
    }
    return positions;
  })()`);

test('a text that was edited survives a reload and the back button, with its voice and setting', async () => {
  const page = await visit();
  const keeps = async (text: string, shown: string) => {
    await answered(page, 'Scream', shown);
    expect(await textOf(page).inputValue()).toBe(text);
    expect(await page.getByLabel('Intensity').inputValue()).toBe('7');
  };
  await page.getByLabel('Intensity').fill('7');
  await textOf(page).fill('not sent');
  const calls = callsOf(page);
  await page.reload();
  await keeps('not sent', 'NOT SENT!!!!!!!');
  await page.getByRole('link', { name: 'Reference' }).click();
  await page.waitForURL('**/docs');
  await page.goBack();
  await keeps('not sent', 'NOT SENT!!!!!!!');
  await textOf(page).fill('');
  await choose(page, 'Whisper');
  await page.reload();
  await answered(page, 'Whisper', 'nobody heard me');
  expect(await textOf(page).inputValue()).toBe('');
  expect(calls).toEqual([]);
});

interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/**
 * The layout of the text on the stage, in pixels: its size and box, the room between the stage's heading and padding,
 * and the words of at most 12 characters that take more than a line.
 */
const layoutOf = (page: Page) =>
  page.evaluate<{ size: number; text: Box; room: Box; broken: string[] }>(`(async () => {
    await document.fonts.ready;
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    const stage = document.querySelector('#stage');
    const output = document.querySelector('#answer');
    const boxOf = ({ left, top, right, bottom }) => ({ left, top, right, bottom });
    const range = document.createRange();
    range.selectNodeContents(output);
    const text = boxOf(range.getBoundingClientRect());
    const outer = stage.getBoundingClientRect();
    const style = getComputedStyle(stage);
    const room = {
      left: outer.left + parseFloat(style.paddingLeft),
      top: stage.querySelector('h1').getBoundingClientRect().bottom + parseFloat(style.rowGap),
      right: outer.right - parseFloat(style.paddingRight),
      bottom: outer.bottom - parseFloat(style.paddingBottom),
    };
    const words = [...output.firstChild.data.matchAll(/(?<!\\S)\\S{1,12}(?!\\S)/g)];
    const broken = words.filter(({ index, 0: word }) => {
      range.setStart(output.firstChild, index);
      range.setEnd(output.firstChild, index + word.length);
      return new Set([...range.getClientRects()].map(({ top }) => top)).size > 1;
    });
    return {
      size: parseFloat(getComputedStyle(output).fontSize), text, room,
      broken: broken.map(([word]) => word),
    };
  })()`);

test('a voice fills the stage in any window, whatever the length; a whisper does not', async () => {
  const windows = [
    [1440, 900],
    [390, 844],
    [320, 640],
    [844, 390],
  ] as const;
  const texts = [
    'hi',
    'Nobody heard me the first time',
    'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaargh no',
    'Donaudampfschifffahrtsgesellschaft und andere Wörter von gewöhnlicher Länge',
    'καλημέρα κόσμε',
    'one more\ntime '.repeat(30),
    `${'b'.repeat(120)} and ${'some more words '.repeat(10)}`,
    'again and again '.repeat(600),
  ];
  const page = await visit();
  const follow = async (voice: string, text: string) => {
    const hash = `voice=${voice}&text=${encodeURIComponent(text)}`;
    await page.evaluate(`location.hash = ${JSON.stringify(hash)}`);
    await page.locator('#answer', { hasText: new RegExp(text.slice(0, 20).trim(), 'i') }).waitFor();
    return layoutOf(page);
  };
  for (const [width, height] of windows) {
    await page.setViewportSize({ width, height });
    for (const [index, text] of texts.entries()) {
      const voice = index % 2 ? 'shout' : 'scream&value=10';
      const { size, text: box, room, broken } = await follow(voice, text);
      const across = (box.right - box.left) / (room.right - room.left);
      const down = (box.bottom - box.top) / (room.bottom - room.top);
      const rules = {
        'is 18 px or larger': size >= 18,
        'fills its room': size === 18 || Math.max(across, down) >= 0.85,
        'is within its room': across < 1.01 && down < 1.01,
        'is within the window': (await overflow(page)) <= 0,
        'breaks no word that fits': broken.length === 0,
      };
      const breached = Object.entries(rules).flatMap(([rule, kept]) => (kept ? [] : rule));
      const seen = { width, text: text.slice(0, 40), size, across, down, broken };
      expect({ ...seen, breached }).toEqual({ ...seen, breached: [] });
    }
    const { size, text: box, room } = await follow('whisper', 'again and again '.repeat(200));
    expect([size >= 20, size <= 28]).toEqual([true, true]);
    expect([box.left >= room.left, box.right <= room.right]).toEqual([true, true]);
  }
  expect(await page.getByText('Say it louder.').count()).toBe(0);
  await page.setViewportSize({ width: 1280, height: 720 });
});

test('a scream has marks, colour, rays and echoes by its slider, in dark and light, and shakes when it is chosen', async () => {
  const page = await visit();
  const slider = page.getByLabel('Intensity');
  const look = () =>
    Promise.all([
      style(page, '#stage', 'background-color'),
      style(page, '#stage', 'background-image'),
      style(page, '#answer', 'text-shadow'),
    ]);
  const looks: string[][] = [];
  for (const marks of ['1', '3', '10']) {
    await slider.fill(marks);
    expect(await answer(page).textContent()).toMatch(new RegExp(`E!{${marks}}$`));
    looks.push(await look());
  }
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'no-preference' });
  expect(await look()).toEqual(looks.at(-1));
  for (const at of [0, 1, 2]) expect(new Set(looks.map((found) => found[at])).size).toBe(3);
  expect(await slider.getAttribute('aria-valuetext')).toBe('10 exclamation marks');
  const animation = () => style(page, '#answer', 'animation-name');
  expect(await animation()).toBe('none');
  await choose(page, 'Shout');
  await choose(page, 'Scream');
  expect(await animation()).toBe('shake');
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  expect(await animation()).toBe('none');
});

test('the quota is a ring; when used up, the page keeps the answer and counts down to the next window, or accepts another key', async () => {
  const used = newKey();
  const [page] = await Promise.all([visit({ expected: /429/ }), useUp(service, used)]);
  await say(page, 'hello');
  await callsLeft(page, 29).waitFor();
  expect(await page.locator('#quota-button .count').textContent()).toBe('29');
  expect(await page.locator('#quota-button .fill').getAttribute('stroke-dasharray')).toMatch(
    /^96\.6/,
  );
  await openDrawer(page);
  const quota = page.getByRole('region', { name: 'Your quota' });
  expect(await quota.textContent()).toMatch(
    /29 of 30 requests left\s+full again in \d+ (?:h|min|s)/,
  );
  await key(page).fill(used);
  // Leaves the field.
  await page.getByLabel('Show it').focus();
  await quota.getByText('0 of 30 requests left').waitFor();
  await closeDrawer(page);

  const button = (label: RegExp, state: string) =>
    page.locator(`#send${state}`, { hasText: label }).waitFor();
  const refused = async () => {
    expect((await say(page, 'hello')).status()).toBe(429);
    await line(page).getByText('Take a breath: all 30 requests are used up').waitFor();
    await button(/^Again in \d+ (?:h|min|s)/, '[aria-disabled]');
    expect(await answer(page).textContent()).toBe('HELLO!!!');
  };
  await refused();
  const calls = callsOf(page);
  await page.evaluate("document.querySelector('#send').click()");
  await useKey(page, newKey());
  await button(/^Send/, ':not([aria-disabled])');
  expect(calls).toEqual([]);

  await useKey(page, used);
  await callsLeft(page, 0).waitFor();
  await refused();
  // Ends the window.
  await page.evaluate(`{
    const now = Date.now;
    Date.now = () => now() + ${longWindow.QUOTA_WINDOW_SECONDS} * 1000;
  }`);
  await line(page).getByText('Go on!').waitFor();
  await button(/^Send/, ':not([aria-disabled])');
  await callsLeft(page, 30).waitFor();
  expect((await say(page, 'hello')).request().headers()['x-api-key']).toBe(used);
});

test('errors are shown, a call that stalls ends, and invalid texts are not sent', async () => {
  // The time-out is 20 seconds.
  const before = `{
    const { timeout } = AbortSignal;
    AbortSignal.timeout = (time) => timeout.call(AbortSignal, globalThis.patience ?? time);
  }`;
  const page = await visit({ before, expected: /401|429|50[23]|ERR_INTERNET_DISCONNECTED/ });
  const ends = async (message: string) => {
    await send(page).click();
    await line(page).getByText(message).waitFor();
    await page.locator('#composer:not([aria-busy])').waitFor();
  };
  const answers = '**/v1/scream';
  await page.route(answers, () => {});
  await page.evaluate('globalThis.patience = 300');
  await ends('No response came within 20 seconds. Try again.');
  await page.evaluate('delete globalThis.patience');
  await page.unroute(answers);
  for (const status of [502, 200]) {
    await page.route(answers, (route) =>
      route.fulfill({ status, contentType: 'text/html', body: '<h1>Bad gateway</h1>' }),
    );
    await ends(`The response (${status}) is not from Amplify`);
    await page.unroute(answers);
  }
  const headers = {
    'X-RateLimit-Limit': '30',
    'X-RateLimit-Remaining': '0',
    'X-RateLimit-Reset': '60',
    'Retry-After': '2',
  };
  for (const [status, message] of [
    [429, 'Too many requests at once'],
    [503, 'Not now.'],
  ] as const) {
    await say(page, 'hello');
    expect(await page.locator('#quota-button').innerText()).toMatch(/requests? left/);
    await page.route(answers, (route) =>
      route.fulfill({ status, headers, json: { detail: 'Not now.' } }),
    );
    await ends(message);
    expect(await page.locator('#quota-button').innerText()).toBe('Your key');
    await page.unroute(answers);
  }
  await page.context().setOffline(true);
  await ends('You are offline: nothing was sent.');
  await page.context().setOffline(false);

  // The size of the text, shown near the limit.
  const size = page.getByText(`of the ${maxCharactersText} characters`);
  await textOf(page).fill('a'.repeat(0.8 * maxCharacters));
  expect(await size.isVisible()).toBe(false);
  expect((await say(page, 'a'.repeat(maxCharacters - 25))).status()).toBe(200);
  expect(await size.textContent()).toContain(`takes ${maxCharactersText} of`);
  await useKey(page, 'revoked-demo-key');
  await say(page, 'hello');
  await line(page).getByText('not accepted').waitFor();
  expect(await page.locator('#quota-button').innerText()).toBe('Your key');

  const calls = callsOf(page);
  await textOf(page).fill('a'.repeat(maxCharacters - 24));
  await textOf(page).press('Control+Enter');
  await line(page).getByText('too long, and was not sent').waitFor();
  await textOf(page).fill('');
  await line(page).getByText('an example').waitFor();
  await send(page).click();
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

test("the code is the page's call, with the key where any works, otherwise only if it is visible", async () => {
  const production = await sharedProduction();
  const page = await visit();
  const code = page.locator('.sample:visible');
  const look = async (url: string, languages: readonly string[], secret?: string) => {
    await textOf(page).fill("it's\nme");
    await openDrawer(page);
    await key(page).fill('my-key');
    const show = page.getByLabel('Show it');
    for (const language of languages) {
      await page.getByRole('radio', { name: language }).check();
      const written = await code.innerText();
      for (const part of [`${url}/v1/scream`, secret ?? 'my-key', '"intensity"']) {
        expect(written).toContain(part);
      }
      expect(written.includes('my-key')).toBe(secret === undefined);
      await show.press('Space');
      const shown = await code.innerText();
      expect(shown).toContain('my-key');
      expect(shown).not.toContain('AMPLIFY_KEY');
      expect(await key(page).getAttribute('type')).toBe('text');
      await show.press('Space');
      expect(await key(page).getAttribute('type')).toBe('password');
    }
  };
  await look(service.url, ['curl', 'JavaScript', 'Python']);
  await page.getByRole('button', { name: 'Copy the code' }).click();
  await page.getByText('Copied the code.').waitFor();
  // The reference shows the same language.
  await page.goto(`${service.url}/docs#scream`);
  expect(await page.locator('#scream').locator('.sample:visible').innerText()).toContain(
    'requests.',
  );

  await open(`${production.url}/playground`, {
    elsewhere: production.signInUrl,
    expected: /401/,
  });
  await look(production.url, ['curl'], '$AMPLIFY_KEY');
});

/** Opens a link as somebody else would. */
const openLink = async (page: Page, link: string) => {
  await page.goto('about:blank');
  await page.goto(new URL(link, service.url).href);
};

const unfold = (page: Page) => page.getByRole('button', { name: 'Say your own' }).click();

test('a link performs its text in its voice, with the chosen words, without a request; the rest is folded', async () => {
  const link = `${service.url}/#voice=scream&value=99&text=ship+it`;
  const page = await open(link, { before: countsShifts });
  await answered(page, 'Scream', 'SHIP IT');
  const calls = callsOf(page);
  expect(await answer(page).textContent()).toBe(`SHIP IT${'!'.repeat(maxIntensity)}`);
  expect(await textOf(page).isVisible()).toBe(false);
  expect(await layoutShift(page)).toBeLessThan(0.02);
  expect(await accessibilityFaults(page)).toEqual([]);
  await unfold(page);
  await line(page).getByText('6 characters changed · not sent').waitFor();
  await choose(page, 'Shout');
  await answered(page, 'Shout', 'SHIP IT');

  const words = answer(page).locator('strong');
  await openLink(page, '#voice=emphasize&value=50&text=<b>ship</b>+it+today&bold=15-20,3-7');
  await words.first().waitFor();
  expect(await words.allTextContents()).toEqual(['ship', 'today']);
  const rank = 'word => word.style.getPropertyValue("--rank")';
  expect(
    await page.evaluate(`[...document.querySelectorAll('#answer strong')].map(${rank})`),
  ).toEqual(['0.5', '0']);
  expect(await answer(page).textContent()).toBe('<b>ship</b> it today');
  await unfold(page);
  await line(page).getByText('From a link · not sent').waitFor();
  expect(await page.getByRole('button', { name: 'Copy result' }).isDisabled()).toBe(true);
  await page.getByLabel('Words').fill('100');
  await line(page).getByText('Press Send to see it emphasized.').waitFor();
  expect(await words.count()).toBe(0);
  expect(calls).toEqual([]);
});

test('holding the button screams louder, and sends when it is released; leaving it or Escape does not', async () => {
  const page = await visit();
  const calls = callsOf(page);
  const slider = page.getByLabel('Intensity');
  const hold = async () => {
    await send(page).hover();
    await page.mouse.down();
    await page.locator('.reading', { hasText: /^!{4,}$/ }).waitFor();
  };
  for (const leave of [
    () => page.keyboard.press('Escape'),
    () => page.evaluate('dispatchEvent(new Event("blur"))'),
    () => answer(page).hover(),
  ]) {
    await slider.fill('2');
    await hold();
    await leave();
    await page.mouse.up();
    expect(await slider.inputValue()).toBe('2');
  }
  expect(calls).toEqual([]);
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await hold();
  expect(await style(page, '#answer', 'animation-name')).toBe('shake');
  // The tap of another finger, which also chooses another voice.
  await page.evaluate(`for (const type of ['down', 'up', 'leave']) {
    const finger = { pointerId: 9, pointerType: 'touch' };
    document.querySelector('#send').dispatchEvent(new PointerEvent('pointer' + type, finger));
  }
  document.querySelector('[value=shout]').click();`);
  const request = page.waitForRequest('**/v1/scream');
  await page.mouse.up();
  const { intensity } = (await request).postDataJSON();
  expect(intensity).toBeGreaterThan(3);
  expect(await page.locator('#stage[data-held]').count()).toBe(0);
  expect(await slider.inputValue()).toBe(String(intensity));
  await choose(page, 'Shout');
  await calling(page, send(page).click({ delay: 600 }), 'shout');
  expect(calls).toEqual(['/v1/scream', '/v1/shout']);
});

describe('an answer can be taken along', () => {
  /** What programs with and without markup paste. */
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

  const savesPicture = async (page: Page) => {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Save picture' }).click(),
    ]);
    const png = await readFile(await download.path());
    expectPicture(png);
    return { name: download.suggestedFilename(), png };
  };

  test.each(['light', 'dark'] as const)(
    'as a picture in the colours of its voice, %s',
    async (colorScheme) => {
      const page = await visit();
      await page.emulateMedia({ colorScheme, reducedMotion: 'no-preference' });
      for (const voice of ['whisper', 'emphasize', 'shout', 'scream']) {
        await page.locator(`.voices [value=${voice}]`).press('Space');
        const { name, png } = await savesPicture(page);
        expect(name).toBe(`amplify-${voice}.png`);
        const areas = await largeColours(page, png);
        // Its colour may still be changing.
        const ground = await page.evaluate(`(async () => {
          const stage = document.querySelector('#stage');
          await Promise.all(stage.getAnimations().map(({ finished }) => finished));
          return getComputedStyle(stage).backgroundColor;
        })()`);
        // With rays, the ground has two.
        if (voice !== 'scream') expect(areas[0]).toBe(ground);
        const marker = await page.evaluate(
          "getComputedStyle(document.body).getPropertyValue('--tint')",
        );
        if (voice === 'emphasize') expect(areas).toContain(marker);
        expect(areas.length).toBeGreaterThan(voice === 'whisper' ? 0 : 1);
      }
    },
  );

  /** The colours of at least a thousand pixels of a picture, the most frequent first. */
  const largeColours = (page: Page, png: Buffer) =>
    page.evaluate<string[]>(`(async () => {
      const bytes = Uint8Array.from(atob('${png.toString('base64')}'), (byte) => byte.charCodeAt(0));
      const image = await createImageBitmap(new Blob([bytes]));
      const pen = new OffscreenCanvas(image.width, image.height).getContext('2d');
      pen.drawImage(image, 0, 0);
      const { data } = pen.getImageData(0, 0, image.width, image.height);
      const counts = new Map();
      for (let at = 0; at < data.length; at += 4) {
        const colour = 'rgb(' + data.slice(at, at + 3).join(', ') + ')';
        counts.set(colour, (counts.get(colour) ?? 0) + 1);
      }
      return [...counts].filter(([, count]) => count >= 1000).sort(([, a], [, b]) => b - a).map(([colour]) => colour);
    })()`);

  test('as Markdown with markup, and as a link; one of an unknown voice is ignored', async () => {
    const page = await visit({ hash: '#voice=sing&text=hello' });
    expect(await textOf(page).inputValue()).toBe('Nobody heard me the first time');
    const copy = (what: string) => page.getByRole('button', { name: `Copy ${what}` });
    await choose(page, 'Emphasize');
    await page.getByLabel('Words').fill('50');
    const text = 'Never run with scissors & knives';
    const { result, emphasized_words: bold } = await (await say(page, text)).json();

    await copy('result').click();
    await page.getByText('Copied the result.').waitFor();
    expect(await pasted(page)).toEqual({ bold, text: result });
    expect(await copy('result').isDisabled()).toBe(true);
    await textOf(page).fill(text);
    await copy('link').click();
    await page.getByText('Copied the link.').waitFor();
    const { text: link } = await pasted(page);
    expect(new URL(link).pathname + new URL(link).search).toBe('/');

    await openLink(page, link);
    await answered(page, 'Emphasize', text);
    expect(await answer(page).locator('strong').allTextContents()).toEqual(bold);
    await unfold(page);
    expect(await page.getByLabel('Words').inputValue()).toBe('50');
    // The link no longer matches the text.
    await textOf(page).fill('hello');
    expect(await page.evaluate('location.href')).toBe(`${service.url}/`);
  });

  test('as a picture, and to another app; with what a phone or a Mac has instead', async () => {
    const page = await visit({
      screen: 'phone',
      before: `navigator.canShare = ({ files }) => globalThis.takesFiles && files.length === 1;
        navigator.share = async ({ files: [{ name, type, size }], url }) => {
          globalThis.shared = { name, type, url, drawn: size > 8_000 };
          document.body.dataset.shared = '';
        };
        globalThis.takesFiles = location.hash !== '#voice=shout&text=hi';
        Object.defineProperty(navigator, 'platform', { get: () => 'MacIntel' });`,
      hash: '#voice=shout&text=hi',
    });
    await unfold(page);
    await savesPicture(page);
    await openLink(page, '#voice=shout&text=ship+it');
    await unfold(page);
    await page.getByRole('button', { name: 'Share picture' }).click();
    await page.locator('body[data-shared]').waitFor();
    expect(await page.evaluate('shared')).toEqual({
      name: 'amplify-shout.png',
      type: 'image/png',
      url: `${service.url}/#voice=shout&text=ship+it`,
      drawn: true,
    });
    await callsLeft(page, 30).waitFor();
    expect(await page.locator('#send kbd').textContent()).toBe('⌘↵');
    await page.goto(`${service.url}/docs`);
    expect(await page.locator('kbd').first().textContent()).toBe('⌘↵');
  });

  test('by hand without a clipboard; without storage, until the page is left', async () => {
    // Where people use a mouse, the picture is saved.
    const before = `${keepsNothing} navigator.canShare = () => true;`;
    const page = await visit({ before });
    await savesPicture(page);
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
