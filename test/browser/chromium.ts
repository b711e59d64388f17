/** A Chromium without a window, for tests of what a person sees. */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { afterEach, expect } from '@jest/globals';
import type { APIResponse, BrowserContextOptions, Page, Route } from 'playwright-core';

/** What people look at the site with. */
const devices = {
  desktop: {},
  phone: { viewport: { width: 320, height: 640 }, isMobile: true, hasTouch: true },
} as const satisfies Record<string, BrowserContextOptions>;

type Screen = keyof typeof devices;

/** The names of all of them. */
export const screens = Object.keys(devices) as readonly Screen[];

/** A page for each screen: to make a new one for a test takes longer than most tests. */
const pages = new Map<Screen, Page>();
/** What pages have complained of, such as a breach of their Content-Security-Policy. */
const complaints: string[] = [];

interface Visit {
  readonly screen?: Screen;
  /** The errors of the browser's console that belong to the test. */
  readonly expected?: RegExp;
  /** Another origin that the page may ask. */
  readonly elsewhere?: string;
  /** What does not come, such as the page's script: a pattern of its address. */
  readonly lost?: string;
  /** What runs before each page's own script, such as one that takes something from the browser. */
  readonly before?: string;
}

/** The visit of the test that runs. */
let current: Visit & { readonly origin: string };
/** What it has run before each page's own script. */
let before: AsyncDisposable | undefined;

afterEach(async () => {
  for (const page of pages.values()) await leave(page);
  expect(complaints.splice(0)).toEqual([]);
});

const newPage = async (screen: Screen): Promise<Page> => {
  const context = await globalThis.browser.newContext({
    ...devices[screen],
    permissions: ['clipboard-write'],
    // So that a page can be read as soon as it has changed.
    reducedMotion: 'reduce',
  });
  // Pages that a page opens are watched as well.
  context.on('page', watch);
  return context.newPage();
};

/** Keeps what a page complains of. */
const watch = (page: Page) => {
  page.on('console', (message) => {
    if (message.type() === 'error' && !current.expected?.test(message.text())) {
      complaints.push(message.text());
    }
  });
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('request', (request) => {
    const { origin, protocol } = new URL(request.url());
    const known = [current.origin, current.elsewhere].includes(origin) || protocol === 'data:';
    if (!known) complaints.push(request.url());
  });
};

const nowhere = 'about:blank';

/** Leaves a page as it was before the visit: the site keeps what it does in its storages, a sign-in in its cookies. */
const leave = async (page: Page) => {
  const context = page.context();
  for (const other of context.pages()) if (other !== page) await other.close();
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await context.clearCookies();
  if (page.url() === nowhere) return;
  // The storages can be emptied by a page of the site alone.
  if (new URL(page.url()).origin !== current.origin) await page.goto(`${current.origin}/llms.txt`);
  // By the page itself: the browser would give it a new process, which takes longer than the rest of a visit.
  await page.evaluate(`{
    try { sessionStorage.clear(); localStorage.clear(); } catch {}
    location.replace('${nowhere}');
  }`);
  await page.waitForURL(nowhere);
  await context.setOffline(false);
};

/**
 * Opens a page as a visitor of whom it knows nothing. The test fails when the page asks another origin
 * for anything, or the browser reports an error.
 */
export const open = async (url: string, visit: Visit = {}): Promise<Page> => {
  const { screen = 'desktop' } = visit;
  current = { ...visit, origin: new URL(url).origin };
  const page = pages.get(screen) ?? (await newPage(screen));
  pages.set(screen, page);
  await before?.[Symbol.asyncDispose]();
  before = visit.before ? await page.addInitScript({ content: visit.before }) : undefined;
  if (visit.lost) await page.route(visit.lost, (route) => route.abort());
  await page.goto(url);
  return page;
};

/**
 * Sends a page's request on. It goes over a connection that Playwright keeps, and that the server may close in
 * the moment in which it is used again: then it goes over another one.
 */
export const sendOn = (route: Route): Promise<APIResponse> => route.fetch({ maxRetries: 1 });

/** Before a page's own script: its browser keeps nothing for it, and even asking for a storage is an error. */
export const keepsNothing = `for (const name of ['sessionStorage', 'localStorage']) {
  Object.defineProperty(window, name, {
    get: () => { throw new DOMException('The operation is insecure.', 'SecurityError'); },
  });
}`;

const axe = readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** The rules of axe that look at colours. */
const colours = ['color-contrast', 'link-in-text-block'];

/** How much of a page axe looks at. */
interface Look {
  /** A selector of what is new on a page that was looked at before, such as a dialog. */
  readonly part?: string | undefined;
  /**
   * Whether it looks at colours. Once will do, where another screen shows all that this one does, in text that is
   * as small and in the same colours.
   */
  readonly withColours?: boolean;
}

/**
 * What axe finds wrong with a page: the rule, and the elements that break it. In dark, only the colours are
 * others than in light.
 */
export const accessibilityFaults = async (
  page: Page,
  { part, withColours = true }: Look = {},
): Promise<readonly string[]> => {
  // As text: the page's policy lets no script in, and this is none of its own.
  if (await page.evaluate("typeof axe === 'undefined'")) await page.evaluate(await axe);
  if (!withColours) {
    const rules = Object.fromEntries(colours.map((rule) => [rule, { enabled: false }]));
    return runAxe(page, part, { rules });
  }
  const light = await runAxe(page, part);
  // The page's own listeners come before this one, and have then done what they do.
  await page.evaluate(`void (globalThis.dark = new Promise((resolve) =>
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', resolve, { once: true })))`);
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.evaluate('dark.then(() => {})');
  const dark = await runAxe(page, part, { runOnly: colours });
  await page.emulateMedia({ colorScheme: 'light' });
  return [...light.map((fault) => `light: ${fault}`), ...dark.map((fault) => `dark: ${fault}`)];
};

const runAxe = (page: Page, part = 'html', options: object = {}): Promise<readonly string[]> =>
  page.evaluate(`axe.run('${part}', ${JSON.stringify({ resultTypes: ['violations'], ...options })})
    .then(({ violations }) =>
      violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => id + ': ' + target)))`);

/** By how many pixels a page is wider than the window. */
export const overflow = (page: Page): Promise<number> =>
  page.evaluate('document.documentElement.scrollWidth - innerWidth');
