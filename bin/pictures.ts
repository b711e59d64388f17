/**
 * Takes the README's screenshots, `docs/playground.png` and `docs/dashboard.png`, and draws the link preview:
 * `npm run pictures`. It starts local servers on free ports, and needs a Chromium like the browser tests.
 */
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { dayMs } from '../functions/quota/window.ts';
import { localSettings } from '../lib/local/local-settings.ts';
import { startLocalServer } from '../lib/local/server.ts';
import { generated, generatedFolder } from '../lib/site/assets.ts';
import { exampleBody } from '../lib/site/playground/voices.ts';
import { launchChromium } from './pictures/chromium.ts';

/** Amplifies the example on the playground, the second time with warm functions. */
const visitPlayground = async (page: Page, url: string): Promise<void> => {
  for (let time = 1; time <= 2; time += 1) {
    await page.goto(url);
    await page.getByRole('button', { name: 'Send' }).click();
    await page.locator('#line', { hasText: /in \d+ ms/ }).waitFor();
  }
};

/** Signs in on the dashboard, creates keys, calls the API with them, and rotates one. */
const visitDashboard = async (page: Page, url: string): Promise<void> => {
  await page.route('**/account/usage**', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: withPast(await response.json()) });
  });
  await page.goto(`${url}/dashboard`);
  await page.getByRole('button', { name: 'Continue with e-mail' }).click();
  await page.getByLabel('E-mail').fill('ada@example.com');
  await page.getByRole('button', { name: 'Continue' }).click();
  const call = async (calls: number) => {
    await page.getByRole('button', { name: 'I have saved it' }).waitFor();
    const key = await page.locator('#fresh-key').innerText();
    for (let sent = 0; sent < calls; sent += 1) {
      await fetch(`${url}/v1/shout`, { method: 'POST', headers: { 'X-API-Key': key } });
    }
    await page.getByRole('button', { name: 'I have saved it' }).click();
  };
  for (const [name, calls] of Object.entries({ Website: 4, 'Build server': 11 })) {
    // The first key has a form of its own.
    if (name !== 'Website') await page.getByRole('button', { name: 'New key' }).click();
    await page.getByLabel('Name').fill(name);
    await page.getByRole('button', { name: 'Create key' }).click();
    await call(calls);
    await page.getByText(`“${name}” created`).waitFor();
  }
  await page.getByRole('button', { name: 'Actions' }).last().click();
  await page.getByRole('button', { name: 'Rotate' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Rotate' }).click();
  await call(2);
  await page.getByText(/^“.*rotated/).waitFor();
  await page.getByRole('table', { name: 'Last 24 hours' }).waitFor();
  await page.getByText(/^“.*rotated/).waitFor({ state: 'detached' });
};

/** Replaces the account's usage by some weeks of example data. */
const withPast = (usage: { readonly hours: string[]; readonly days: string[] }) => {
  const wave = (times: string[], most: number, length: number, pace: number) =>
    times.map((time) => {
      const number = Date.parse(time) / length;
      return Math.round(most * (0.55 + 0.35 * Math.sin(number * pace) + (number % 3) / 30));
    });
  const hours = wave(usage.hours, 190, 3_600_000, 0.27);
  const days = wave(usage.days, 2_900, dayMs, 0.9);
  return { ...usage, account: { hours, days } };
};

/** Takes a screenshot of a stage. */
const take = async (
  browser: Browser,
  stage: string,
  file: string,
  visit: typeof visitDashboard,
) => {
  const ports = { PORT: '0', DYNAMODB_PORT: '0', SIGN_IN_PORT: '0' };
  const server = await startLocalServer(localSettings(['--stage', stage], ports));
  try {
    const viewport = { width: 1200, height: 800 };
    const page = await browser.newPage({ viewport, reducedMotion: 'reduce' });
    // No strip at the right for a scroll bar that the pictures don't have.
    await page.addInitScript(`document.adoptedStyleSheets = [new CSSStyleSheet()];
      document.adoptedStyleSheets[0].replaceSync('html { scrollbar-gutter: auto !important }');`);
    await visit(page, server.url);
    await page.screenshot({ path: join(import.meta.dirname, '../docs', file), fullPage: true });
    await page.close();
  } finally {
    await server.close();
  }
};

/** Draws the picture that other sites show beside a link (https://ogp.me): the playground's example, screamed. */
const drawPreview = async (browser: Browser): Promise<void> => {
  const page = await browser.newPage({ viewport: { width: 1200, height: 630 } });
  const font = generated('archivo-black.woff2').toString('base64');
  await page.setContent(`<!doctype html><style>
@font-face { font-family: display; src: url("data:font/woff2;base64,${font}") }
body { margin: 0; height: 630px; background: #b12d14; color: #fff; font-family: display }
body { background-image: repeating-conic-gradient(at 50% 55%, #0000 0 6deg, #00000008 6deg 12deg) }
p { position: absolute; inset: 92px 40px auto 48px; margin: 0; line-height: 1.1 }
</style>
<p style="font-size: 26px; top: 42px">AMPLIFY</p>
<p style="font-size: 122px; top: 138px">${exampleBody.result}</p>`);
  await page.evaluate('document.fonts.ready');
  await page.screenshot({ path: join(generatedFolder, 'link-preview.png') });
  await page.close();
};

const browser = await launchChromium();
try {
  await take(browser, 'demo', 'playground.png', visitPlayground);
  await take(browser, 'prod', 'dashboard.png', visitDashboard);
  await drawPreview(browser);
} finally {
  await browser.close();
}
