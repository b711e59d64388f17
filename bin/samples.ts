/**
 * Runs the samples of the reference and the guide, and fails unless each gets a 200: `npm run samples` with a service
 * of its own, `npm run samples -- http://localhost:3000 curl javascript` with a running one, in some of the languages.
 * Needs curl, and Python with `requests`. `AMPLIFY_KEY` is the key, if it is set.
 */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { localSettings } from '../lib/local/local-settings.ts';
import { startLocalServer } from '../lib/local/server.ts';
import { programOptions } from '../lib/settings/command-line.ts';
import type { languages } from '../lib/site/pages/code.ts';

type LanguageId = (typeof languages)[number]['id'];

/** HTML's character references. */
const characters: Readonly<Record<string, string>> = {
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&amp;': '&',
};

/** The samples of a page: those of an endpoint have its name. */
const samplesOf = (page: string) =>
  [...page.matchAll(/id="([\w-]+)-\w+" data-language="(\w+)">([^<]*)</g)].map(
    ([, name = '', language, code = '']) => ({
      name,
      language: language as LanguageId,
      code: code.replace(/&\w+;/g, (reference) => String(characters[reference])),
    }),
  );

/** Commands whose last argument is the code. curl prints its status last, the others first, each one response. */
const commands: Readonly<Record<LanguageId, readonly [string, ...string[]]>> = {
  curl: ['sh', '-c'],
  javascript: [process.execPath, '--input-type=module', '-e'],
  python: ['python3', '-c'],
};
const curlWithStatus = `curl() { command curl -sS -w ' %{http_code}' "$@"; }\n`;

const key = process.env.AMPLIFY_KEY ?? 'my-key';

/** Runs a sample. Resolves to whether it got a 200. */
const run = async ({ name, language, code }: ReturnType<typeof samplesOf>[number]) => {
  const [command, ...options] = commands[language];
  const script = (language === 'curl' ? curlWithStatus : '') + code.replaceAll('my-key', key);
  const env = { ...process.env, AMPLIFY_KEY: key };
  const ran = promisify(execFile)(command, [...options, script], { env });
  const { stdout, stderr, message = '' } = await ran.catch((error) => error);
  const succeeded = /^200 |^\{(?!.*\}\{).*\} 200$/s.test(stdout);
  const sample = `${name}, ${language}`;
  console.log(succeeded ? `200 ${sample}` : `failed ${sample}:\n${stdout}${stderr}${message}`);
  return succeeded;
};

const [address, ...chosen] = programOptions({ allowPositionals: true }).positionals;
const server = address
  ? undefined
  : await startLocalServer(localSettings([], { PORT: '0', DYNAMODB_PORT: '0' }));
try {
  const pages = ['/docs', '/guide'].map(async (path) =>
    (await fetch((address ?? server?.url) + path)).text(),
  );
  const wanted = chosen.length > 0 ? chosen : Object.keys(commands);
  const samples = (await Promise.all(pages))
    .flatMap(samplesOf)
    // Some of the guide's are no calls.
    .filter(({ language, code }) => wanted.includes(language) && code.includes('/v1/'));
  const succeeded = (await Array.fromAsync(samples, run)).filter(Boolean).length;
  console.log(`${succeeded} of ${samples.length} samples got a 200.`);
  process.exitCode = succeeded === samples.length && succeeded > 0 ? 0 : 1;
} finally {
  await server?.close();
}
