/** The Chromium that comes among the packages, with the libraries and fonts that a bare Linux lacks. */
import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import type { LaunchOptions } from 'playwright-core';
import manifest from '../../package.json' with { type: 'json' };
import { makeOnce } from './make-once.ts';

const root = path.join(import.meta.dirname, '../..');

/** Whether this machine can run it: it is built for Linux on x64, and its libraries want glibc 2.34. */
export const runsHere = (): boolean => {
  if (process.platform !== 'linux' || process.arch !== 'x64') return false;
  const { header } = process.report.getReport() as { header: { glibcVersionRuntime?: string } };
  // Absent where the C library is another, such as musl.
  const [major = 0, minor = 0] = (header.glibcVersionRuntime ?? '').split('.').map(Number);
  return major > 2 || (major === 2 && minor >= 34);
};

/** How to launch it. The first time, it is unpacked into the user's cache. */
export const packagedChromium = async (): Promise<LaunchOptions> => {
  const { '@sparticuz/chromium': version } = manifest.devDependencies;
  const cache = process.env.XDG_CACHE_HOME || path.join(homedir(), '.cache');
  const folder = path.join(cache, 'amplify', `chromium-${version}`);
  await makeOnce(folder, unpack);
  return {
    executablePath: path.join(folder, 'chromium'),
    // None of the arguments that the package recommends: with them, no page is held to CORS.
    env: {
      ...process.env,
      LD_LIBRARY_PATH: path.join(folder, 'al2023/lib'),
      FONTCONFIG_PATH: path.join(folder, 'fonts'),
    },
  };
};

const unpack = async (folder: string): Promise<void> => {
  // By a process of its own, since the package unpacks to wherever the environment has temporary files,
  // and adds the libraries only where it takes the machine for Lambda.
  const program = "import chromium from '@sparticuz/chromium'; await chromium.executablePath();";
  await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', program], {
    cwd: root,
    env: { TMPDIR: folder, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x' },
  });
  // The package's own names folders that only Lambda has.
  await writeFile(path.join(folder, 'fonts/fonts.conf'), fontSettings);
};

const fontSettings = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir prefix="relative">fonts</dir>
  <cachedir prefix="xdg">fontconfig</cachedir>
</fontconfig>
`;
