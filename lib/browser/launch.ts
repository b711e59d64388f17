/** Starts a Chromium without a window: one that is installed, or the one among the packages. */
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
 * Which Chromium to start: the one that `CHROMIUM_PATH` names, else one that is installed, else the one
 * among the packages. Where `CI` is set, the one among the packages comes before any that is installed,
 * so that every run has the same.
 *
 * @throws {Error} when there is none.
 */
const findChromium = async (): Promise<LaunchOptions> => {
  const { CHROMIUM_PATH, CI } = process.env;
  if (CHROMIUM_PATH) return { executablePath: CHROMIUM_PATH };
  const installed = installedChromium();
  if ((CI || !installed) && runsHere()) return packagedChromium();
  if (installed) return installed;
  throw new Error(
    'This needs a Chromium or a Chrome: install one (on Debian: apt-get install chromium), or set CHROMIUM_PATH to its program.',
  );
};

/**
 * Starts it.
 *
 * @throws {Error} when there is none.
 */
export const launchChromium = async (): Promise<Browser> =>
  chromium.launch({
    ...(await findChromium()),
    args: ['--disable-gpu', '--disable-quic'],
  });
