/**
 * The page at `/`.
 *
 * @jest-environment ./test/browser/jest-environment.ts
 */

import { expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { maxCharacters, maxSizeText } from '../../functions/request/fields.ts';
import { navigation } from '../../lib/settings/site-routes.ts';
import { stageNamed } from '../../lib/settings/stages.ts';
import { demoSlots, longWindow, newKey, sharedDemo, useUp } from '../support/service.ts';
import {
  accessibilityFaults,
  countsShifts,
  desktop,
  keepsNothing,
  layoutShift,
  open,
  overflow,
  phone,
  picture,
} from './chromium.ts';

const service = sharedDemo();

const example = 'NOBODY HEARD ME THE FIRST TIME!!!';

const textField = (page: Page) => page.getByLabel('Type something');
const answer = (page: Page) => page.locator('#answer');
const line = (page: Page) => page.locator('#line');
const send = (page: Page) => page.locator('#send');
const key = (page: Page) => page.getByLabel('Your API key');
/** What is beside the request, under a heading. */
const beside = (page: Page, title: 'Preview' | 'Response') =>
  page.getByRole('region', { name: title });

const visit = (options?: Parameters<typeof open>[1]) => open(`${service.url}/`, options);

const choose = (page: Page, voice: string) =>
  page.locator('.voices label', { hasText: voice }).click();

/** Waits until the stage shows a text in a voice. */
const performed = (page: Page, voice: string, text: string) =>
  page.locator(`#stage[data-look=${voice.toLowerCase()}] #answer`, { hasText: text }).waitFor();

/** Sends a text in the chosen voice, and waits for the response. */
const say = async (page: Page, text: string) => {
  await textField(page).fill(text);
  const [response] = await Promise.all([
    page.waitForResponse('**/v1/*'),
    textField(page).press('Control+Enter'),
  ]);
  await page.locator('#composer:not([aria-busy])').waitFor();
  return response;
};

/** The paths of the API that a page calls from now on. */
const recordCalls = (page: Page): readonly string[] => {
  const calls: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/v1/')) calls.push(pathname);
  });
  return calls;
};

test('every voice shows what it does without a request; nothing moves or overflows, and axe finds nothing', async () => {
  const text = 'Nobody heard me the first time';
  for (const size of [desktop, phone]) {
    const page = await visit({ size, before: countsShifts });
    expect(await layoutShift(page)).toBeLessThan(0.02);
    const calls = recordCalls(page);
    const place = () =>
      page.evaluate<number>(
        "document.querySelector('#send').getBoundingClientRect().top + scrollY",
      );
    const before = await place();
    for (const [voice, shown, facts] of [
      ['Shout', text.toUpperCase(), '24 characters changed'],
      ['Whisper', text.toLowerCase(), '1 character changed'],
      ['Emphasize', text, '2 words chosen'],
      ['Scream', example, '24 characters changed'],
    ] as const) {
      await choose(page, voice);
      await performed(page, voice, shown);
      await line(page).getByText(`${facts} · a preview, not sent`).waitFor();
      expect(await beside(page, 'Preview').innerText()).not.toMatch(/ms|200|ratelimit/);
      const bold = await answer(page).locator('strong').allTextContents();
      expect(bold).toEqual(voice === 'Emphasize' ? ['Nobody heard'] : []);
      expect(await place()).toBeCloseTo(before, 0);
      expect(await overflow(page)).toBe(0);
    }
    expect(calls).toEqual([]);
  }
  const page = await visit({ size: phone });
  expect(await accessibilityFaults(page)).toEqual([]);
  // Where windows are wider, no example is cut.
  await page.setViewportSize({ width: 700, height: 800 });
  const cut = '(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)';
  expect(await page.evaluate(`${cut}(document.querySelector('.uses'))`)).toBe(0);
});

test('works by keyboard, and shows the result, the request and its code at every key without a call', async () => {
  const page = await visit();
  await page.getByText(`Any key works here, and each has ${demoSlots} requests`).waitFor();
  expect(await key(page).inputValue()).toMatch(/^guest-/);
  const calls = recordCalls(page);
  const focused = `(({ id, value, textContent }) => id || value || textContent)(document.activeElement)`;
  const links = navigation(stageNamed('demo')).map(([, name]) => name);
  const uses = ['Emphasize an announcement', 'Scream an alert', 'Whisper a SHOUTED E-MAIL'];
  const stops: string[] = [];
  while (stops.at(-1) !== 'MIT licence') {
    await page.keyboard.press('Tab');
    stops.push(await page.evaluate(focused));
  }
  expect(stops).toEqual([
    ...['Skip to the content', 'Amplify', ...links, ...uses],
    ...['stage', 'text', 'scream', 'setting', 'send', 'copy-result', 'copy-link'],
    ...['curl', 'Copy the code', 'code-curl', 'key', 'what happens to your text'],
    ...['response', 'reference'],
    'MIT licence',
  ]);
  await textField(page).focus();
  for (const [typed, shown] of [
    ['ß', 'SS!!!'],
    ['ß\n', 'SS\n!!!'],
    ['ß\ni', 'SS\nI!!!'],
  ] as const) {
    await page.keyboard.type(typed.slice(-1));
    expect(await answer(page).textContent()).toBe(shown);
    expect(await beside(page, 'Preview').innerText()).toContain(JSON.stringify(shown));
    const sent = JSON.stringify({ text: typed, intensity: 3 });
    expect(await page.locator('.sample:visible').innerText()).toContain(sent);
  }
  await page.getByLabel('Intensity').press('ArrowRight');
  expect(await answer(page).textContent()).toBe('SS\nI!!!!');
  expect(await page.getByLabel('Intensity').getAttribute('aria-valuetext')).toBe(
    '4 exclamation marks',
  );
  await page.getByLabel('Whisper').press('Space');
  await performed(page, 'Whisper', 'ß\ni');
  expect(await page.locator('#setting').isVisible()).toBe(false);
  expect(calls).toEqual([]);
  await textField(page).press('Control+Enter');
  await line(page)
    .getByText(`Nothing to change · ${demoSlots - 1} of ${demoSlots} requests left`)
    .waitFor();
  expect(calls).toEqual(['/v1/whisper']);
});

test('the request is in sight, and its response once it came', async () => {
  for (const size of [
    { width: 390, height: 844 },
    { width: 1_200, height: 800 },
  ]) {
    const page = await visit({ size });
    const edge = (selector: string, side: 'top' | 'bottom') =>
      page.evaluate<number>(
        `document.querySelector('${selector}').getBoundingClientRect().${side}`,
      );
    expect(await edge('.samples', 'top')).toBeLessThan(size.height);
    await send(page).click();
    await page.locator('#response .outcome').waitFor();
    expect(await edge('#beside', 'bottom')).toBeLessThanOrEqual(size.height);
    if (size.width === 1_200) await picture(page, 'playground.png');
  }
});

test('a response is shown as it came, never as markup, unless the draft changes before', async () => {
  const page = await visit({ expected: /ERR_FAILED/ });
  await page.route('**/v1/scream', async (route) => {
    const response = await route.fetch();
    const body = { ...(await response.json()), result: 'Something else' };
    await route.fulfill({ response, json: body });
  });
  await say(page, 'hello');
  expect(await answer(page).textContent()).toBe('Something else');
  const response = await beside(page, 'Response').innerText();
  expect(response).toMatch(RegExp(`^Response\\s+200 \\d+ ms\\s+x-ratelimit-limit: ${demoSlots}`));
  expect(response).toContain('"result": "Something else"');
  // A call that fails leaves nothing of the last one's response.
  await page.route('**/v1/scream', (route) => route.abort(), { times: 1 });
  await send(page).click();
  await line(page).getByText('The connection failed.').waitFor();
  expect(await page.locator('#response').innerText()).toBe('');
  await textField(page).fill('hello!');
  expect(await beside(page, 'Preview').innerText()).toContain('HELLO!!!!');
  await page.unroute('**/v1/scream');
  await say(page, '<img src=x onerror=alert(1)>');
  expect(await answer(page).textContent()).toBe('<IMG SRC=X ONERROR=ALERT(1)>!!!');
  expect(await answer(page).locator('*').count()).toBe(0);
  await textField(page).fill('שלום');
  for (const shown of ['#answer', '#text']) {
    const style = `getComputedStyle(document.querySelector('${shown}'))`;
    expect(await page.evaluate(`${style}.direction`)).toBe('rtl');
  }

  // A press during a call sends what changed, and nothing twice.
  const calls = recordCalls(page);
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/v1/whisper', async (route) => {
    await released;
    await route.continue();
  });
  await choose(page, 'Whisper');
  await textField(page).fill('Hello');
  await Promise.all([page.waitForRequest('**/v1/whisper'), send(page).click()]);
  await send(page).click();
  await choose(page, 'Shout');
  await Promise.all([page.waitForRequest('**/v1/shout'), send(page).click()]);
  release();
  await page.locator('#response .outcome', { hasText: /^200 \d+ ms$/ }).waitFor();
  await page.locator('#composer:not([aria-busy])').waitFor();
  expect(await answer(page).textContent()).toBe('HELLO');
  expect(calls.toSorted()).toEqual(['/v1/shout', '/v1/whisper']);
});

test('a text is not cut in any window, whatever its length, and breaks no word that fits', async () => {
  /** Words of the stage's text that are on two lines, and whether the text is cut. */
  const faults = `document.fonts.ready.then(() => {
    const [stage, answer] = ['#stage', '#answer'].map((name) => document.querySelector(name));
    const text = answer.firstChild;
    const range = document.createRange();
    const broken = [...text.data.matchAll(/(?<!\\S)\\S{1,10}(?!\\S)/g)].filter(({ index, 0: word }) => {
      range.setStart(text, index);
      range.setEnd(text, index + word.length);
      return new Set([...range.getClientRects()].map(({ top }) => top)).size > 1;
    });
    const isCut = stage.scrollWidth > stage.clientWidth || stage.scrollHeight > stage.clientHeight;
    return [...(isCut && text.length < 100 ? ['cut'] : []), ...broken.map(String)];
  })`;
  const page = await visit();
  for (const size of [{ width: 1440, height: 900 }, phone]) {
    await page.setViewportSize(size);
    for (const text of ['hi', 'Donaudampfschifffahrtsgesellschaft', 'one more\ntime '.repeat(99)]) {
      await textField(page).fill(text);
      expect([text, await page.evaluate(faults)]).toEqual([text, []]);
      expect(await overflow(page)).toBe(0);
    }
  }
});

test('only a scream moves, and not for those who prefer no motion', async () => {
  const page = await visit();
  const animation = () =>
    page.evaluate("getComputedStyle(document.querySelector('#answer')).animationName");
  const animations: unknown[] = [];
  for (const [voice, reducedMotion] of [
    ['Shout', 'no-preference'],
    ['Scream', 'no-preference'],
    ['Scream', 'reduce'],
  ] as const) {
    await page.emulateMedia({ reducedMotion });
    await choose(page, voice);
    animations.push(await animation());
  }
  expect(animations).toEqual(['none', 'shake', 'none']);
});

test('each entry of the history keeps its draft: after a reload, a link on the page, Back and Forward', async () => {
  const page = await visit();
  const calls = recordCalls(page);
  await page.getByLabel('Intensity').fill('7');
  await textField(page).fill('not sent');
  await page.reload();
  await performed(page, 'Scream', 'NOT SENT!!!!!!!');
  await page.evaluate("void (location.hash = '#voice=whisper&text=LINKED')");
  await performed(page, 'Whisper', 'linked');
  await page.goBack();
  await performed(page, 'Scream', 'NOT SENT!!!!!!!');
  await page.goForward();
  // What is typed over a link is a draft, and the address no longer links.
  await textField(page).fill('TYPED');
  await page.waitForURL(`${service.url}/`);
  await page.goBack();
  await performed(page, 'Scream', 'NOT SENT!!!!!!!');
  await page.goForward();
  await page.getByRole('link', { name: 'Reference' }).first().click();
  await page.waitForURL('**/docs');
  await page.goBack();
  await performed(page, 'Whisper', 'typed');
  // A new visit begins with the last one.
  await page.goto(`${service.url}/playground`);
  await performed(page, 'Whisper', 'typed');
  expect(calls).toEqual([]);
});

test('a link shows its text in its voice, as a preview; one that is too long shows the example', async () => {
  for (const [text, shown] of [
    ['<b>never</b>+run'.repeat(200), '<b>never</b> run'.repeat(200)],
    ['a'.repeat(320_000), example],
  ] as const) {
    // Another address than that of the page before, which would not load again.
    const page = await open(`${service.url}/playground#voice=emphasize&text=${text}`);
    await line(page).getByText('a preview, not sent').waitFor();
    expect(await answer(page).textContent()).toBe(shown);
  }
});

test('when the quota is used up, the page keeps the preview and counts down, or accepts another key', async () => {
  const used = newKey();
  const [page] = await Promise.all([visit({ expected: /429/ }), useUp(service, used)]);
  const refused = async () => {
    await key(page).fill(used);
    await key(page).press('Tab');
    expect((await say(page, 'hello')).status()).toBe(429);
    await line(page).getByText(`Take a breath: all ${demoSlots} requests are used up`).waitFor();
    await page.locator('#send[aria-disabled]', { hasText: /^Again in \d+\s(?:h|min|s)/ }).waitFor();
    expect(await answer(page).textContent()).toBe('HELLO!!!');
    expect(await beside(page, 'Response').innerText()).toContain('retry-after');
  };
  const opened = () => page.locator('#send:not([aria-disabled])', { hasText: /^Send/ }).waitFor();
  await refused();
  const calls = recordCalls(page);
  await page.evaluate("document.querySelector('#send').click()");
  await key(page).fill(newKey());
  await key(page).press('Tab');
  await opened();
  expect(calls).toEqual([]);
  await refused();
  // Ends the window.
  await page.evaluate(`{
    const now = Date.now;
    Date.now = () => now() + ${longWindow.QUOTA_WINDOW_SECONDS} * 1000;
  }`);
  await line(page).getByText('Go on!').waitFor();
  await opened();
});

test('what fails is said, and what can only fail is not sent', async () => {
  const expected = /401|422|429|50[23]|ERR_FAILED|dynamically imported/;
  const page = await visit({ expected });
  const expectsEnd = async (message: string) => {
    await send(page).click();
    await line(page).getByText(message).waitFor();
    await page.locator('#composer:not([aria-busy])').waitFor();
  };
  const answers = '**/v1/scream';
  for (const [status, json, message] of [
    [502, undefined, 'The response (502) is not from Amplify'],
    [200, {}, 'The response (200) is not from Amplify'],
    [429, { detail: 'Later.' }, 'Too many requests at once'],
    [503, { detail: 'Not now.' }, 'Not now.'],
    [422, { detail: [{ type: 'x', loc: ['body', 'text'], msg: 'Too odd' }] }, 'Too odd.'],
  ] as const) {
    await page.route(answers, (route) =>
      route.fulfill({ status, ...(json ? { json } : { body: '<h1>Bad gateway</h1>' }) }),
    );
    await expectsEnd(message);
    expect(await answer(page).textContent()).toBe(example);
    await page.unroute(answers);
  }
  await key(page).fill('revoked-demo-key');
  await expectsEnd('This key is not accepted.');

  const calls = recordCalls(page);
  for (const unfit of ['', ' ', 'schlüssel']) {
    await key(page).fill(unfit);
    await textField(page).press('Control+Enter');
    await key(page).and(page.locator(':focus')).waitFor();
  }
  await key(page).fill('my-key');
  await textField(page).fill('a'.repeat(maxCharacters - 24));
  const tooLong = `Too long to send: the request has 10,001 of ${maxSizeText} characters.`;
  await line(page).getByText(tooLong).waitFor();
  await textField(page).press('Control+Enter');
  expect(await page.getByRole('button', { name: 'Copy result' }).isDisabled()).toBe(true);
  expect(calls).toEqual([]);
  expect((await say(page, 'a'.repeat(maxCharacters - 25))).status()).toBe(200);

  await page.route('**/emphasis-*.js', (route) => route.abort());
  await textField(page).fill('Never mind');
  await choose(page, 'Emphasize');
  await line(page).getByText('The preview did not load.').waitFor();
  expect((await say(page, 'Never mind')).status()).toBe(200);
  await performed(page, 'Emphasize', 'Never mind');
});

test('bold words do not move; a result is copied as Markdown, and a link restores the request', async () => {
  const page = await visit();
  /** Copies something, and returns what a program pastes. */
  const copied = async (subject: string) => {
    await page.getByRole('button', { name: `Copy ${subject}` }).click();
    await page.getByText(`Copied the ${subject}.`).waitFor();
    const keyField = page.locator('#key');
    await keyField.fill('');
    await keyField.press('ControlOrMeta+V');
    return keyField.inputValue();
  };
  await choose(page, 'Emphasize');
  await page.getByLabel('Words').fill('0.5');
  await textField(page).fill('Never run with scissors & knives');
  await answer(page).locator('strong').first().waitFor();
  const width = () =>
    page.evaluate<number>(`{
      const range = document.createRange();
      range.selectNodeContents(document.querySelector('#answer'));
      [...range.getClientRects()].at(-1).right;
    }`);
  const bold = await width();
  await page.evaluate(
    "void document.querySelectorAll('#answer strong').forEach((word) => word.replaceWith(word.textContent))",
  );
  expect(await width()).toBeCloseTo(bold, 0);
  expect(await copied('result')).toContain('**Never** run');
  const link = await copied('link');
  expect(link).toBe(
    `${service.url}/#voice=emphasize&text=Never+run+with+scissors+%26+knives&ratio=0.5`,
  );
  await page.goto(link.replace('/#', '/playground#'));
  await performed(page, 'Emphasize', 'Never run with scissors & knives');
  expect(await page.getByLabel('Words').inputValue()).toBe('0.5');
});

test('without a clipboard, people copy by hand; without storage, the page works until it is left', async () => {
  const page = await visit({ before: keepsNothing });
  await say(page, 'hello');
  await line(page)
    .getByText(`${demoSlots - 1} of ${demoSlots} requests left`)
    .waitFor();
  await page.evaluate('delete Navigator.prototype.clipboard');
  await page.getByRole('button', { name: 'Copy result' }).click();
  await page.getByText('The result is selected').waitFor();
  expect(await page.evaluate('String(getSelection())')).toBe('HELLO!!!');
  await page.getByRole('button', { name: 'Copy link' }).click();
  await page.getByText('in the address bar').waitFor();
  await page.waitForURL((url) => url.hash === '#voice=scream&text=hello&intensity=3');
});
