/** The playground, as a person uses it. */
import { beforeAll, describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { longWindow, newKey, slotsLeft } from '../contract/client.ts';
import { type SharedService, sharedService } from '../service.ts';
import { accessibilityFaults, open, overflow, screens } from './chromium.ts';

let service: SharedService;
/** One whose windows turn while a test looks on. */
let turning: SharedService;
beforeAll(async () => {
  [service, turning] = await Promise.all([
    sharedService(longWindow),
    sharedService({ QUOTA_LIMIT: '1', QUOTA_WINDOW_SECONDS: '2' }),
  ]);
});

/** Opens the playground as a new visitor. */
const visit = (options: Parameters<typeof open>[1] = {}, { url } = service) =>
  open(`${url}/playground`, options);

/** Presses a voice's button, and waits for what is answered. */
const press = async (page: Page, voice: string) => {
  const [response] = await Promise.all([
    page.waitForResponse(`**/v1/${voice.toLowerCase()}`),
    page.getByRole('button', { name: `${voice} it` }).click(),
  ]);
  await page.locator(`#${voice.toLowerCase()}:not([aria-busy]) .answer p`).first().waitFor();
  return response;
};

/** Has the page remember every text that an element shows from now on, however short a time. */
const remember = (page: Page, selector: string) =>
  page.evaluate(`{
    const watched = document.querySelector('${selector}');
    watched.texts = [];
    new MutationObserver(() => watched.texts.push(watched.innerText.replace(/\\s+/g, ' ').trim()))
      .observe(watched, { subtree: true, childList: true, characterData: true });
  }`);

/** What it remembers, a line for each text. */
const remembered = (page: Page, selector: string): Promise<string> =>
  page.evaluate(`document.querySelector('${selector}').texts.join('\\n')`);

const answerOf = (page: Page, voice: string) => page.locator(`#${voice.toLowerCase()} .answer`);

const quota = (page: Page) => page.getByRole('region', { name: 'Your quota' });

describe('a text is', () => {
  test('shown from right to left where it is written so, with what is appended at its end', async () => {
    const page = await visit();
    await page.getByLabel('Your text').fill('שלום');
    await press(page, 'Scream');
    expect(await answerOf(page, 'Scream').locator('.result').textContent()).toBe('שלום!!!');
    for (const shown of ['#scream .result', '#text']) {
      const direction = `getComputedStyle(document.querySelector('${shown}')).direction`;
      expect(await page.evaluate(direction)).toBe('rtl');
    }
  });

  test('shouted, screamed and whispered', async () => {
    const page = await visit();
    for (const [voice, text, result] of [
      ['Shout', 'Straße!', 'STRASSE!'],
      ['Scream', 'look out', 'LOOK OUT!!!'],
      ['Whisper', 'ΟΔΟΣ', 'οδος'],
    ] as const) {
      await page.getByLabel('Your text').fill(text);
      await press(page, voice);
      expect(await answerOf(page, voice).locator('.result').textContent()).toBe(result);
    }
  });

  test('emphasized, with the words that the model chose in bold', async () => {
    const page = await visit();
    const text = 'Never **run** with <b>scissors</b> in the house.\n\nNever!';
    await page.getByLabel('Your text').fill(text);
    const response = await press(page, 'Emphasize');
    const { emphasized_words: words } = await response.json();
    expect(words).not.toEqual([]);
    const result = answerOf(page, 'Emphasize').locator('.result');
    expect(await result.textContent()).toBe(text);
    expect(await result.locator('strong').allTextContents()).toEqual(words);
  });

  test('never markup', async () => {
    const page = await visit();
    await page.getByLabel('Your text').fill('<img src=x onerror=alert(1)>');
    await press(page, 'Whisper');
    const result = answerOf(page, 'Whisper').locator('.result');
    expect(await result.textContent()).toBe('<img src=x onerror=alert(1)>');
    expect(await result.locator('*').count()).toBe(0);
  });
});

describe('a slider', () => {
  test('sets the number of exclamation marks', async () => {
    const page = await visit();
    const slider = page.getByLabel('Intensity');
    await slider.fill('9');
    expect(await slider.getAttribute('aria-valuetext')).toBe('9 exclamation marks');
    await page.getByLabel('Your text').fill('no');
    await press(page, 'Scream');
    expect(await answerOf(page, 'Scream').locator('.result').textContent()).toBe('NO!!!!!!!!!');
  });

  test('sets the share of the words', async () => {
    const page = await visit();
    await page.getByLabel('Your text').fill('one two three four');
    const bold = answerOf(page, 'Emphasize').locator('strong');
    for (const [share, words] of [
      ['25', 1],
      ['100', 4],
    ] as const) {
      await page.getByLabel('Share').fill(share);
      await press(page, 'Emphasize');
      expect(await bold.count()).toBe(words);
    }
  });
});

describe('the quota', () => {
  test('is shown before the first call, and after each', async () => {
    const page = await visit();
    await quota(page).getByText('30 of 30 calls left').waitFor();
    expect(await quota(page).textContent()).not.toContain('full again');
    await press(page, 'Shout');
    await quota(page).getByText('29 of 30 calls left').waitFor();
    await quota(page).getByText('full again in').waitFor();
    expect(await quota(page).getByRole('meter').getAttribute('value')).toBe('29');
  });

  test('is that of the key typed', async () => {
    const page = await visit();
    await press(page, 'Shout');
    await quota(page).getByText('29 of 30 calls left').waitFor();
    await page.getByLabel('Your API key').fill(newKey());
    await page.getByLabel('Your text').focus();
    await quota(page).getByText('30 of 30 calls left').waitFor();
  });

  test('is used by a press only, not by typing', async () => {
    const key = newKey();
    const page = await visit();
    await page.getByLabel('Your API key').fill(key);
    await page.getByLabel('Your text').pressSequentially('hello');
    await page.getByLabel('Intensity').fill('5');
    await press(page, 'Shout');
    expect(await slotsLeft(service.url, key)).toBe(29);
  });

  test('turns: a kind word counts down, and the gauge fills again by itself', async () => {
    const page = await visit({ expected: /429/ }, turning);
    await remember(page, '#shout .answer');
    await remember(page, '#quota');
    while ((await press(page, 'Shout')).status() === 200);
    await answerOf(page, 'Shout').getByText('Go on!').waitFor();
    await quota(page).getByText('1 of 1 calls left').waitFor();

    const said = await remembered(page, '#shout .answer');
    expect(said).toMatch(/Take a breath.*Your voice is back in \d s.*Go on!$/s);
    const seconds = Array.from(said.matchAll(/back in (\d) s/g), ([, digit]) => Number(digit));
    expect(seconds).toEqual(seconds.toSorted().toReversed());
    expect(await remembered(page, '#quota')).toMatch(
      /0 of 1 calls left full again in \d s.*1 of 1 calls left full again$/s,
    );
  });
});

describe('what goes wrong is said', () => {
  test('a key that is not accepted', async () => {
    const page = await visit({ expected: /401/ });
    await page.getByLabel('Your API key').fill('revoked-demo-key');
    await press(page, 'Shout');
    expect(await answerOf(page, 'Shout').textContent()).toMatch('not accepted');
    await quota(page).getByText('not known').waitFor();
  });

  test('a text that is too long', async () => {
    const page = await visit({ expected: /413/ });
    await page.getByLabel('Your text').fill('a'.repeat(10_001));
    await press(page, 'Shout');
    expect(await answerOf(page, 'Shout').textContent()).toMatch('too long');
  });

  test('no network', async () => {
    const page = await visit({ expected: /ERR_INTERNET_DISCONNECTED/ });
    await page.context().setOffline(true);
    await page.getByRole('button', { name: 'Shout it' }).click();
    await answerOf(page, 'Shout').getByText('No answer came').waitFor();
  });

  test('what is not fit to be sent: no call is made', async () => {
    const page = await visit();
    await quota(page).getByText('30 of 30 calls left').waitFor();
    const calls: string[] = [];
    page.on('request', (request) => {
      if (request.method() === 'POST') calls.push(request.url());
    });
    for (const [label, value] of [
      ['Your text', ''],
      ['Your API key', ''],
      ['Your API key', ' '],
      ['Your API key', 'schlüssel'],
    ] as const) {
      const field = page.getByLabel(label);
      const fit = await field.inputValue();
      await field.fill(value);
      await page.getByRole('button', { name: 'Shout it' }).click();
      await field.and(page.locator(':invalid:focus')).waitFor();
      await field.fill(fit);
    }
    expect(calls).toEqual([]);
    await press(page, 'Shout');
    expect(calls).toHaveLength(1);
  });
});

test('the curl line of a call is what the page would send, and can be copied', async () => {
  const page = await visit();
  await page.getByLabel('Your API key').fill('my-key');
  await page.getByLabel('Your text').fill("it's\nme");
  await page.getByLabel('Intensity').fill('4');
  const line = String.raw`curl ${service.url}/v1/scream -H 'X-API-Key: my-key' -H 'Content-Type: application/json' -d '{"text":"it'\''s\nme","intensity":4}'`;
  expect(await page.getByLabel('curl line for scream').first().inputValue()).toBe(line);
  await page.getByRole('button', { name: 'Copy the curl line for scream' }).click();
  await page.getByText('Copied the curl line for scream.').waitFor();
  await page.getByLabel('Your text').fill('');
  await page.getByLabel('Your text').press('ControlOrMeta+V');
  expect(await page.getByLabel('Your text').inputValue()).toBe(line);
});

test('where the browser keeps nothing, all is there until the page is left', async () => {
  const page = await visit();
  await page.route('**/assets/playground-*.js', async (route) => {
    const response = await route.fetch();
    const blocked = `const usual = Object.getOwnPropertyDescriptor(window, 'sessionStorage');
    globalThis.unblock = () => Object.defineProperty(window, 'sessionStorage', usual);
    Object.defineProperty(window, 'sessionStorage', {
      configurable: true,
      get: () => { throw new DOMException('The operation is insecure.', 'SecurityError'); },
    });`;
    // Not to be kept, for the pages that come after.
    const headers = { ...response.headers(), 'cache-control': 'no-store' };
    await route.fulfill({ response, headers, body: blocked + (await response.text()) });
  });
  await page.reload();
  await quota(page).getByText('30 of 30 calls left').waitFor();
  await press(page, 'Shout');
  await quota(page).getByText('29 of 30 calls left').waitFor();
  await page.evaluate('void unblock()');
});

test('without a clipboard, the curl line is selected to be copied by hand', async () => {
  const page = await visit();
  await page.evaluate('delete Navigator.prototype.clipboard');
  await page.getByRole('button', { name: 'Copy the curl line for shout' }).click();
  await page.getByText('The curl line for shout is selected').waitFor();
  const line = page.getByLabel('curl line for shout').first();
  expect(await page.evaluate('String(getSelection())')).toBe(await line.inputValue());
});

test('how long a text is, is said once it nears what a request may have', async () => {
  const page = await visit();
  const size = page.getByText('of the 10,000 characters');
  await page.getByLabel('Your text').fill('a'.repeat(8000));
  expect(await size.isVisible()).toBe(false);
  await page.getByLabel('Your text').fill('a'.repeat(9989));
  expect(await size.textContent()).toContain('takes 10,000 of');
  expect((await press(page, 'Shout')).status()).toBe(200);
});

test('a keyboard is enough', async () => {
  const page = await visit();
  const tabTo = async (name: string) => {
    const focused = page.locator(':focus');
    do {
      await page.keyboard.press('Tab');
    } while ((await focused.getAttribute('id')) !== name && (await focused.textContent()) !== name);
  };
  await tabTo('text');
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.type('quiet');
  await tabTo('Scream it');
  await tabTo('intensity');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Enter');
  await answerOf(page, 'Scream').getByText('QUIET!!!!').waitFor();
  expect(await page.locator(':focus').textContent()).toBe('Scream it');
});

test.each(screens)(
  '%s: axe finds nothing, and nothing is wider than the window',
  async (screen) => {
    const page = await visit({ screen, expected: /401/ });
    await quota(page).getByText('30 of 30 calls left').waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    // So long that answers have to be scrolled, with a word longer than any line.
    await page.getByLabel('Your text').fill(`${'a'.repeat(200)} ${'once more '.repeat(895)}`);
    for (const voice of ['Shout', 'Scream', 'Emphasize']) await press(page, voice);
    await page.getByLabel('Your API key').fill('revoked-demo-key');
    await press(page, 'Whisper');
    expect(await accessibilityFaults(page)).toEqual([]);
    expect(await overflow(page)).toBe(0);
  },
);
