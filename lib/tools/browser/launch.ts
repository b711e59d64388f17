/** Starts a headless Chromium. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { type Browser, chromium, type LaunchOptions } from 'playwright-core';
import { packagedChromium, runsHere } from './packaged-chromium.ts';

const programs = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'];
const otherPrograms = [
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

const installedChromium = (): LaunchOptions | undefined => {
  const folders = [
    ...(process.env.PATH ?? '').split(path.delimiter),
    '/usr/bin',
    '/usr/local/bin',
    '/snap/bin',
  ];
  const executablePath = [
    ...folders.flatMap((folder) => programs.map((name) => path.join(folder, name))),
    ...otherPrograms,
  ].find((file) => existsSync(file));
  return executablePath === undefined ? undefined : { executablePath };
};

/**
 * Finds a Chromium: `CHROMIUM_PATH`, else the npm package's, so that every run uses the same version and fonts, else,
 * where that does not run, an installed one.
 *
 * @throws {Error} if there is none.
 */
const findChromium = async (): Promise<LaunchOptions> => {
  const { CHROMIUM_PATH } = process.env;
  if (CHROMIUM_PATH) return { executablePath: CHROMIUM_PATH };
  if (runsHere()) return packagedChromium();
  const installed = installedChromium();
  if (installed) return installed;
  throw new Error(
    'This needs a Chromium or a Chrome: install one (on Debian: apt-get install chromium), or set CHROMIUM_PATH to its program.',
  );
};

/**
 * Starts a headless Chromium.
 *
 * @throws {Error} if there is none.
 */
export const launchChromium = async (): Promise<Browser> =>
  chromium.launch({
    ...(await findChromium()),
    args: ['--disable-gpu', '--disable-quic'],
  });
