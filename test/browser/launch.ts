/** Starts a Chromium without a window: the one among the packages, or one that is installed. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Browser, LaunchOptions } from 'playwright-core';
import { packagedChromium, runsHere } from './packaged-chromium.ts';

// By Node itself, since Jest would load its megabytes anew, and more slowly, for each test file.
const { createRequire } = process.getBuiltinModule('node:module');
const { chromium }: typeof import('playwright-core') = createRequire(import.meta.url)(
  'playwright-core',
);

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

/** Which of the two comes first, where there are both. */
type First = 'packaged' | 'installed';

/**
 * Which Chromium to start: the one that `CHROMIUM_PATH` names, else the one among the packages or one that is
 * installed.
 *
 * @throws {Error} when there is none.
 */
const findChromium = async (first: First): Promise<LaunchOptions> => {
  const { CHROMIUM_PATH } = process.env;
  if (CHROMIUM_PATH) return { executablePath: CHROMIUM_PATH };
  const installed = installedChromium();
  if ((first === 'packaged' || !installed) && runsHere()) return packagedChromium();
  if (installed) return installed;
  throw new Error(
    'These tests need a Chromium or a Chrome: install one (on Debian: apt-get install chromium), or set CHROMIUM_PATH to its program.',
  );
};

/**
 * Starts it.
 *
 * @param first - the one among the packages is the same everywhere, has no windows at all, and opens a page
 * in half the time; one that is installed has the machine's own fonts.
 * @throws {Error} when there is none.
 */
export const launchChromium = async (first: First = 'packaged'): Promise<Browser> =>
  chromium.launch({
    ...(await findChromium(first)),
    args: ['--disable-gpu', '--disable-quic'],
  });
