/** A Chromium without a window, for tests of what a person sees. */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, expect } from '@jest/globals';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';

const programs = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'];
const otherPrograms = [
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** @throws {Error} when none is installed. */
const findChromium = (): string => {
  const { CHROMIUM_PATH, PATH = '' } = process.env;
  const folders = [...PATH.split(path.delimiter), '/usr/bin', '/usr/local/bin', '/snap/bin'];
  const found = CHROMIUM_PATH
    ? [CHROMIUM_PATH]
    : [
        ...folders.flatMap((folder) => programs.map((name) => path.join(folder, name))),
        ...otherPrograms,
      ];
  const program = found.find((file) => existsSync(file));
  if (program === undefined) {
    throw new Error(
      'These tests need a Chromium or a Chrome, and none was found. Install one (on Debian: apt-get install chromium), or set CHROMIUM_PATH to its program.',
    );
  }
  return program;
};

/** The ways in which people look at the site. */
export const looks = {
  light: { colorScheme: 'light' },
  dark: { colorScheme: 'dark' },
  phone: { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true },
} as const satisfies Record<string, BrowserContextOptions>;

let browser: Browser;
const pages: Page[] = [];
/** What pages have complained of, such as a breach of their Content-Security-Policy. */
const complaints: string[] = [];

beforeAll(async () => {
  browser = await chromium.launch({
    executablePath: findChromium(),
    args: ['--disable-gpu', '--disable-quic'],
  });
});

afterEach(async () => {
  for (const page of pages.splice(0)) await page.context().close();
  expect(complaints.splice(0)).toEqual([]);
});

afterAll(() => browser?.close());

type Visit = BrowserContextOptions & { readonly expected?: RegExp; readonly elsewhere?: string };

/**
 * Opens a page as a visitor who has never been here. The test fails when the page asks another origin
 * for anything, or the browser reports an error.
 *
 * @param options.expected - the errors of the browser's console that belong to the test.
 * @param options.elsewhere - another origin that the page may ask.
 */
export const open = async (
  url: string,
  { expected, elsewhere, ...options }: Visit = {},
): Promise<Page> => {
  const context = await browser.newContext(options);
  const page = await context.newPage();
  pages.push(page);
  page.on('console', (message) => {
    if (message.type() === 'error' && !expected?.test(message.text())) {
      complaints.push(message.text());
    }
  });
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('request', (request) => {
    const { origin, protocol } = new URL(request.url());
    const known = [new URL(url).origin, elsewhere].includes(origin) || protocol === 'data:';
    if (!known) complaints.push(request.url());
  });
  await page.goto(url);
  return page;
};

const axe = readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** What axe finds wrong with a page: the rule, and the elements that break it. */
export const accessibilityFaults = async (page: Page): Promise<readonly string[]> => {
  // As text: the page's policy lets no script in, and this is none of its own.
  await page.evaluate(await axe);
  return page.evaluate(`axe.run().then(({ violations }) => violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target }) => id + ': ' + target)))`);
};
