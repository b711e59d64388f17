/** Starts a headless Chromium. */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { type Browser, chromium, type LaunchOptions } from 'playwright-core';
import manifest from '../../package.json' with { type: 'json' };

/** Where a Chromium or a Chrome is installed, if there is one. */
const installedChromium = (): string | undefined =>
  [
    ...(process.env.PATH ?? '')
      .split(path.delimiter)
      .flatMap((folder) =>
        ['chromium', 'chromium-browser', 'google-chrome'].map((name) => path.join(folder, name)),
      ),
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  ].find((file) => existsSync(file));

/**
 * Finds a Chromium: `CHROMIUM_PATH`, else the npm package's, so that every run uses the same version and fonts, else,
 * where that does not run, an installed one.
 *
 * @throws {Error} if there is none.
 */
const findChromium = async (): Promise<LaunchOptions> => {
  const { CHROMIUM_PATH } = process.env;
  if (!CHROMIUM_PATH && packagedRuns()) return packagedChromium();
  const executablePath = CHROMIUM_PATH || installedChromium();
  if (executablePath) return { executablePath };
  throw new Error(
    'This needs a Chromium or a Chrome: install one (on Debian: apt-get install chromium), or set CHROMIUM_PATH to its program.',
  );
};

/** Starts a headless Chromium: see {@link findChromium}. */
export const launchChromium = async (): Promise<Browser> =>
  chromium.launch({
    ...(await findChromium()),
    args: ['--disable-gpu', '--disable-quic'],
  });

/** Whether the packaged Chromium runs on this machine: it needs Linux on x64 with glibc 2.34. */
const packagedRuns = (): boolean => {
  if (process.platform !== 'linux' || process.arch !== 'x64') return false;
  const { header } = process.report.getReport() as { header: { glibcVersionRuntime?: string } };
  // Absent with another C library, such as musl.
  const [major = 0, minor = 0] = (header.glibcVersionRuntime ?? '').split('.').map(Number);
  return major > 2 || (major === 2 && minor >= 34);
};

/**
 * Returns how to launch the Chromium of an npm package, with the libraries and fonts that a minimal Linux lacks. The
 * first call unpacks it into the user's cache. It is moved there once it is complete, so that several processes may
 * unpack it at the same time, and one that is killed leaves no half of it.
 */
const packagedChromium = async (): Promise<LaunchOptions> => {
  const { '@sparticuz/chromium': version } = manifest.devDependencies;
  const cache = process.env.XDG_CACHE_HOME || path.join(homedir(), '.cache');
  const folder = path.join(cache, 'amplify', `chromium-${version}`);
  if (!existsSync(folder)) {
    await mkdir(path.dirname(folder), { recursive: true });
    const partial = await mkdtemp(`${folder}.partial-`);
    try {
      await unpack(partial);
      await rename(partial, folder);
    } catch (error) {
      await rm(partial, { recursive: true });
      // Another process may have been faster.
      if (!existsSync(folder)) throw error;
    }
  }
  return {
    executablePath: path.join(folder, 'chromium'),
    // Without the arguments that the package recommends: they disable CORS.
    env: {
      ...process.env,
      LD_LIBRARY_PATH: path.join(folder, 'al2023/lib'),
      FONTCONFIG_PATH: path.join(folder, 'fonts'),
    },
  };
};

const unpack = async (folder: string): Promise<void> => {
  // A child process, since the package reads the environment: it unpacks to TMPDIR, and the libraries only in Lambda.
  const program = "import chromium from '@sparticuz/chromium'; await chromium.executablePath();";
  await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', program], {
    cwd: import.meta.dirname,
    env: { TMPDIR: folder, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x' },
  });
  // The package's file names folders that exist only in Lambda.
  await writeFile(path.join(folder, 'fonts/fonts.conf'), fontSettings);
};

const fontSettings = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir prefix="relative">fonts</dir>
  <cachedir prefix="xdg">fontconfig</cachedir>
</fontconfig>
`;
