/**
 * Takes the README's picture of the playground, `docs/playground.png`: `npm run picture`. It starts a
 * service of its own on the port that `npm start` takes, and needs a Chromium as the browser tests do.
 */
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { localSettings } from '../lib/local/local-settings.ts';
import { startLocalServer } from '../lib/local/server.ts';
import { launchChromium } from '../test/browser/launch.ts';

const file = join(import.meta.dirname, '../docs/playground.png');
const text = 'Nobody heard me the first time';

/** Opens the playground, has the text said in every voice, and waits for what each answers. */
const visit = async (page: Page, url: string): Promise<void> => {
  await page.goto(`${url}/playground`);
  await page.getByLabel('Your text').fill(text);
  for (const voice of ['Shout', 'Scream', 'Whisper', 'Emphasize']) {
    await page.getByRole('button', { name: `${voice} it` }).click();
    await page.locator(`#${voice.toLowerCase()} [data-state=done] .result`).waitFor();
  }
};

const { PORT, DYNAMODB_PORT = '0' } = process.env;
const server = await startLocalServer(localSettings([], { PORT, DYNAMODB_PORT }));
try {
  const browser = await launchChromium();
  try {
    const page = await browser.newPage({
      viewport: { width: 1200, height: 800 },
      reducedMotion: 'reduce',
    });
    // The second time, the functions are warm.
    for (let time = 1; time <= 2; time += 1) await visit(page, server.url);
    await page.screenshot({ path: file, fullPage: true });
  } finally {
    await browser.close();
  }
} finally {
  await server.close();
}
