/** A headless Chromium. */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { afterEach, expect } from '@jest/globals';
import type { Page, ViewportSize } from 'playwright-core';
import { projectRoot } from '../support/service.ts';

export const desktop: ViewportSize = { width: 1_280, height: 720 };
export const phone: ViewportSize = { width: 320, height: 640 };

/** One for all tests: creating it takes longer than most of them. */
let page: Page | undefined;
/** Errors that pages reported, such as violations of their Content-Security-Policy. */
const complaints: string[] = [];

interface Visit {
  /** The window; by default a desktop's. */
  readonly size?: ViewportSize;
  /** Expected errors in the browser's console. */
  readonly expected?: RegExp;
  /** A script to run before each page's own. */
  readonly before?: string;
}

/** The origins that the current test has opened. */
const visited = new Set<string>();
/** The current test's last visit. */
let current: Visit;
/** The script that runs before each page's own. */
let before: AsyncDisposable | undefined;

afterEach(async () => {
  if (page) await leave(page);
  visited.clear();
  expect(complaints.splice(0)).toEqual([]);
});

const newPage = async (): Promise<Page> => {
  const context = await globalThis.browser.newContext({
    permissions: ['clipboard-write'],
    // Changes must be visible at once.
    reducedMotion: 'reduce',
  });
  // A busy machine may take long. Half the test's own time-out, so that a failure says what it waited for.
  context.setDefaultTimeout(300_000);
  // Pages that a page opens are watched as well.
  context.on('page', watch);
  return context.newPage();
};

const watch = (page: Page) => {
  page.on('console', (message) => {
    if (message.type() === 'error' && !current.expected?.test(message.text())) {
      complaints.push(message.text());
    }
  });
  page.on('pageerror', (error) => complaints.push(String(error)));
};

const nowhere = 'about:blank';

/** Clears the storages of a page's origin, and closes the page. */
const empty = async (page: Page) => {
  // By the page itself: navigating would create a new process, which takes longer than a visit.
  await page.evaluate(`{
    try { sessionStorage.clear(); localStorage.clear(); } catch {}
    location.replace('${nowhere}');
  }`);
  await page.waitForURL(nowhere);
};

/** Resets the page after a test: storages and cookies. */
const leave = async (page: Page) => {
  const context = page.context();
  for (const opened of context.pages()) if (opened !== page) await opened.close();
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await context.setOffline(false);
  await context.clearCookies();
  visited.delete(new URL(page.url()).origin);
  await empty(page);
  // Only a page of an origin can clear its storages.
  for (const origin of visited) {
    await page.goto(`${origin}/llms.txt`);
    await empty(page);
  }
};

/**
 * Opens a page as a new visitor. The test fails if the browser reports an error, such as a call that the page's policy
 * forbids.
 */
export const open = async (url: string, visit: Visit = {}): Promise<Page> => {
  current = visit;
  visited.add(new URL(url).origin);
  page ??= await newPage();
  await page.setViewportSize(visit.size ?? desktop);
  await before?.[Symbol.asyncDispose]();
  before = visit.before ? await page.addInitScript({ content: visit.before }) : undefined;
  await page.goto(url);
  return page;
};

/** Runs before a page's own script: adds up the shifts of its layout (https://web.dev/articles/cls). */
export const countsShifts = `{
  let sum = 0;
  const add = (entries) => {
    for (const { value, hadRecentInput } of entries) if (!hadRecentInput) sum += value;
  };
  const observer = new PerformanceObserver((list) => add(list.getEntries()));
  observer.observe({ type: 'layout-shift', buffered: true });
  globalThis.layoutShift = () => {
    add(observer.takeRecords());
    return sum;
  };
}`;

/** Waits until the browser has painted the page's present state. */
export const painted = (page: Page): Promise<void> =>
  page.evaluate(
    'new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve())))',
  );

/** The shifts of a page opened with `countsShifts`, except those that follow an input. */
export const layoutShift = async (page: Page): Promise<number> => {
  await painted(page);
  return page.evaluate('layoutShift()');
};

/** Runs before a page's own script: any access to a storage throws. */
export const keepsNothing = `for (const name of ['sessionStorage', 'localStorage']) {
  Object.defineProperty(window, name, {
    get: () => { throw new DOMException('The operation is insecure.', 'SecurityError'); },
  });
}`;

const axe = readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** The rules of axe that a page violates, and the elements. In dark mode, only colours differ from light mode. */
export const accessibilityFaults = async (page: Page): Promise<readonly string[]> => {
  // As text, since the page's policy allows no other script.
  if (await page.evaluate("typeof axe === 'undefined'")) await page.evaluate(await axe);
  const faults: string[] = [];
  for (const [colorScheme, rules] of [
    ['dark', { runOnly: ['color-contrast', 'link-in-text-block'] }],
    ['light', {}],
  ] as const) {
    await page.emulateMedia({ colorScheme });
    const violations = await page.evaluate<string[]>(`axe
      .run('html', ${JSON.stringify({ resultTypes: ['violations'], ...rules })})
      .then(({ violations }) =>
        violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => id + ': ' + target)))`);
    faults.push(...violations.map((fault) => `${colorScheme}: ${fault}`));
  }
  return faults;
};

/** With `PICTURES=1`, renews a picture of the README. */
export const picture = async (page: Page, file: string): Promise<void> => {
  if (!process.env.PICTURES) return;
  // No strip at the right for a scroll bar that the pictures don't have.
  await page.evaluate(`document.adoptedStyleSheets = [new CSSStyleSheet()];
    document.adoptedStyleSheets[0].replaceSync('html { scrollbar-gutter: auto !important }');`);
  await page.screenshot({ path: path.join(projectRoot, 'docs', file), fullPage: true });
};

/** The number of pixels by which a page overflows the window. */
export const overflow = (page: Page): Promise<number> =>
  page.evaluate('document.documentElement.scrollWidth - document.documentElement.offsetWidth');
