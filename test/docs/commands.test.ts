/**
 * Every command and call that the pages print is run by a test, or listed here as not run. The scripts of the playground
 * and the dashboard print the same samples as the reference.
 */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import { projectRoot, sharedDemo, sharedProduction } from '../support/service.ts';
import { pages, readPage } from './pages.ts';

const aws = 'uses an AWS account';
const docker = 'needs Docker';
const gitHub = 'needs the repository on GitHub';
const registry = 'installs from a registry';
const files = 'replaces files of the project';

/** A command, and the file that runs it, or the reason why nothing does. */
const table: readonly (readonly [command: RegExp, ranBy: string])[] = [
  [/^npm ci$/, '.ci/run'],
  [/^npm test\b/, '.ci/run'],
  [/^npm run (check|synth)$/, '.ci/run'],
  [/^npx cdk synth\b/, '.ci/run'],
  [/^(QUOTA_LIMIT=3 )?npm start( -- --stage prod)?$/, 'test/bin/local.test.ts'],
  [/^npm run dev$/, 'test/bin/local.test.ts'],
  [/^npm start -- --help$/, 'test/lib/tools/command-line/options.test.ts'],
  [/^npm run( --silent)? accounts\b/, 'test/bin/accounts.test.ts'],
  [/^npm run cost$/, 'test/bin/cost.test.ts'],
  [/^npm run openapi$/, 'test/bin/openapi.test.ts'],
  [/^npm run samples$/, 'test/bin/samples.test.ts'],
  [/^npm run slowest$/, 'test/bin/slowest.test.ts'],
  [/^npm run surface\b/, 'test/lib/openapi/surface.test.ts'],
  [/^npm run verify$/, 'test/contract/checks.test.ts'],
  [/^curl -s localhost:3000\/v1\//, 'test/contract/endpoints.test.ts'],
  [/^curl http:\/\/localhost:3000\/v1\//, 'test/bin/samples.test.ts'],
  [/^(js|javascript): /, 'test/bin/samples.test.ts'],
  [/^(ts|typescript): /, 'test/caller/client.test.ts'],
  [/^npx (openapi-typescript|tsc example\.ts) /, 'test/caller/client.test.ts'],
  [/^node example\.js$/, 'test/caller/client.test.ts'],

  [/^python: /, 'needs `requests`: npm run samples'],
  [/^npm run bench$/, 'takes minutes'],
  [/^npm run (format|generate|picture)$/, files],
  [/^npm version minor /, files],
  [/^npm run synth -- --strict$/, 'fails until the settings of prod are complete'],
  [/^npm (init|pkg|install) /, registry],
  [/^apt-get /, registry],
  [/^aws /, aws],
  [/^npx cdk (bootstrap|deploy|destroy|diff|import|rollback)\b/, aws],
  [/^curl -i "\$\(output BaseUrl/, aws],
  [/^npm run verify -- --url "\$\(output BaseUrl/, aws],
  [/^EMPHASIS_MODEL=bedrock npm start$/, aws],
  [/^DYNAMODB_HOST=172\.17\.0\.1 npm start$/, docker],
  [/^(docker|sam|socat) /, docker],
  [/^(gh|git) /, gitHub],
];

const isFile = (ranBy: string) => /^(test|\.ci)\//.test(ranBy);

/** The programs of the pages. What belongs to a shell, such as `jq` and `read`, is part of their commands. */
const programs = 'npm|npx|node|aws|sam|curl|docker|gh|git|apt-get|socat';
const command = new RegExp(`(?<![^\\s("&|;])(?:[A-Z_]+=\\S+ )*(?:${programs}) [^\\n|;&\`)]*`, 'g');

const commandsIn = (code: string): readonly string[] =>
  [
    ...code
      .replaceAll(/ *\\\n */g, ' ')
      .replaceAll(/ +# .*$/gm, '')
      .matchAll(command),
  ].map(([text]) => text.trim());

/** A call in a programming language, by its first line. */
const callIn = (language: string, code: string): readonly string[] =>
  ['', 'sh', 'console', 'curl', 'shell', 'json', 'mermaid'].includes(language)
    ? []
    : [`${language}: ${code.trim().split('\n', 1)}`];

const printed = new Set(
  [...pages, readPage('SECURITY.md')].flatMap(({ code, blocks }) => [
    ...code.flatMap(commandsIn),
    ...blocks.flatMap(({ language, code }) => callIn(language, code)),
  ]),
);
const served = ['/', '/playground', '/dashboard', '/docs', '/docs.md', '/guide', '/changelog'];
for (const { url } of [await sharedDemo(), await sharedProduction()]) {
  for (const page of served) {
    const text = (await (await fetch(url + page)).text()).replaceAll(url, 'http://localhost:3000');
    for (const [, shown = '', sample = '', language = shown, code = sample] of text.matchAll(
      /<(?:pre|code)(?: [^>]*?data-language="(\w+)")?[^>]*>([^<]+)<|^```(\w*)\n(.*?)^```/gms,
    )) {
      for (const found of [...commandsIn(code), ...callIn(language, code)]) printed.add(found);
    }
  }
}

const known = [...printed];
const rowsOf = (text: string) => table.filter(([row]) => row.test(text));

test('every printed command has one row', () => {
  expect(known.filter((text) => rowsOf(text).length !== 1)).toEqual([]);
});

test('every row is of a printed command, and names an existing file or a reason', () => {
  expect(table.filter(([row]) => !known.some((text) => row.test(text)))).toEqual([]);
  const files = table.map(([, ranBy]) => ranBy).filter(isFile);
  expect(files.filter((file) => !existsSync(path.join(projectRoot, file)))).toEqual([]);
  const notRun = known.filter((text) => !rowsOf(text).some(([, ranBy]) => isFile(ranBy)));
  console.log(`${notRun.length} of ${known.length} printed commands are not run here.`);
});
