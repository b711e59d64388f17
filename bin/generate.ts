/**
 * Writes the files of `lib/site/generated/`: `npm run generate`. It needs a Chromium like the browser tests. With
 * `-- --font`, it also writes the font, Archivo Black under the SIL Open Font License 1.1, and needs two more packages:
 *
 *     npm install --no-save subset-font@2.9.0 @expo-google-fonts/archivo-black@0.4.1
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { programOptions } from '../lib/settings/command-line.ts';
import { capitals, generated, generatedFolder, icon, sources } from '../lib/site/generated.ts';
import { launchChromium } from './pictures/chromium.ts';

const { values } = programOptions({ options: { font: { type: 'boolean', default: false } } });
const { resolve } = createRequire(import.meta.url);

/** The subset as WOFF2, without hinting, which matters only at small sizes and would double the file. */
const drawFont = async (): Promise<Buffer> => {
  const { default: subsetFont } = await import(resolve('subset-font'));
  const file = '@expo-google-fonts/archivo-black/400Regular/ArchivoBlack_400Regular.ttf';
  return subsetFont(readFileSync(resolve(file)), capitals(), {
    targetFormat: 'woff2',
    noHinting: true,
    // The copyright, the licence and its address, which the licence requires (OpenType, `name` table).
    preserveNameIds: [0, 13, 14],
  });
};

/** Draws a page as a PNG, transparent where nothing is. */
const draw = async (
  browser: Browser,
  [width, height]: readonly [number, number],
  html: string,
): Promise<Buffer> => {
  const page = await browser.newPage({ viewport: { width, height } });
  await page.setContent(`<!doctype html><style>body { margin: 0 }</style>${html}`);
  await page.evaluate('document.fonts.ready');
  return page.screenshot({ omitBackground: true });
};

/** An ICO file with one PNG of 32 × 32 pixels (https://learn.microsoft.com/previous-versions/ms997538(v=msdn.10)). */
const drawFavicon = async (browser: Browser): Promise<Buffer> => {
  const png = await draw(browser, [32, 32], `<div style="height: 100vh">${icon}</div>`);
  // ICONDIR: the type (an icon) and the number of images. ICONDIRENTRY: width, height, planes, bits, length, offset.
  const header = Buffer.from([
    0, 0, 1, 0, 1, 0, 32, 32, 0, 0, 1, 0, 32, 0, 0, 0, 0, 0, 22, 0, 0, 0,
  ]);
  header.writeUInt32LE(png.length, 14);
  return Buffer.concat([header, png]);
};

/** The picture that other sites show beside a link (https://ogp.me): the example on the stage, screamed. */
const drawPreview = (browser: Browser): Promise<Buffer> => {
  const font = generated('archivo-black.woff2').toString('base64');
  const rays = 'repeating-conic-gradient(at 50% 55%, #0000 0 6deg, #00000008 6deg 12deg)';
  return draw(
    browser,
    [1200, 630],
    `<style>
@font-face { font-family: display; src: url("data:font/woff2;base64,${font}") }
body { height: 630px; background: ${rays} #b12d14; color: #fff; font-family: display }
p { position: absolute; inset: 92px 40px auto 48px; margin: 0; line-height: 1.1 }
</style>
<p style="font-size: 26px; top: 42px">AMPLIFY</p>
<p style="font-size: 122px; top: 138px">${sources().previewText}</p>`,
  );
};

const write = (name: string, content: Buffer | string): void =>
  writeFileSync(join(generatedFolder, name), content);

if (values.font) write('archivo-black.woff2', await drawFont());
const browser = await launchChromium();
try {
  write('favicon.ico', await drawFavicon(browser));
  write('link-preview.png', await drawPreview(browser));
} finally {
  await browser.close();
}
const { fontCharacters } = values.font ? sources() : JSON.parse(String(generated('sources.json')));
write('sources.json', `${JSON.stringify({ ...sources(), fontCharacters }, undefined, 2)}\n`);
