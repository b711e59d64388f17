/** The typed client of `docs/client.md`, step by step, on the machine's own Node. */
import { existsSync } from 'node:fs';
import { mkdir, rename, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, expect, test } from '@jest/globals';
import { maxCharacters } from '../../functions/request/fields.ts';
import { readPage, section } from '../docs/pages.ts';
import { newFolder } from '../support/at-end.ts';
import { serve } from '../support/serve.ts';
import { newKey, projectRoot, run, sharedDemo } from '../support/service.ts';
import manifest from './package.json' with { type: 'json' };

const { url } = sharedDemo();
const folder = await newFolder();

let refused = false;
/** Redirects to the service, but refuses every other request. */
const refusing = await serve((request, response) => {
  refused = !refused;
  if (refused) response.writeHead(429, { 'Retry-After': '1' }).end();
  else response.writeHead(307, { Location: url + request.url }).end();
});

const page = section(readPage('docs/client.md'), 'a-typed-client');
/** Its code blocks: to generate types, to set the key, to call, and to run that. */
const [make = '', setKey = '', code = '', commands = ''] = [
  ...page.matchAll(/^```(?:sh|ts)\n(.*?)^```/gms),
].map(([, block = '']) => block.replace('http://localhost:3000', url).replace('my-key', newKey()));

/** Without the project's programs, so that Node is the machine's own. */
const PATH = String(process.env.PATH)
  .split(path.delimiter)
  .filter((entry) => !entry.includes('node_modules'))
  .join(path.delimiter);

const installed = path.join(import.meta.dirname, 'node_modules');

/** Replaces npm, which takes seconds each time, and a network. */
const withoutNpm = `
npm() { [ "$*" != 'pkg set type=module' ] || echo '{"type":"module"}' > package.json; }
npx() { '${installed}/.bin/'"$@"; }
`;

/** Runs shell commands in the caller's folder, up to the first failure. */
const type = async (lines: string) => {
  const options = { cwd: folder, env: { PATH } };
  const { status, stdout, stderr } = await run('sh', ['-ec', withoutNpm + setKey + lines], options);
  return { exitCode: status, output: stdout + stderr };
};

// Replaces `npm install`.
beforeAll(async () => {
  for (const [name, version] of Object.entries(manifest.devDependencies)) {
    const wanted = name === 'typescript' ? `${name}@${version.split('.')[0]}` : name;
    expect(`${make.replaceAll('\n', ' ')} `).toContain(` ${wanted} `);
    const target = path.join(installed, name);
    const link = path.join(folder, 'node_modules', name);
    await mkdir(path.dirname(link), { recursive: true });
    await symlink(existsSync(target) ? target : path.join(projectRoot, 'node_modules', name), link);
  }
});

/** The program, changed. */
const changed = (from: string, to: string): string => {
  expect(code).toContain(from);
  return code.replace(from, to);
};

const texts = "['look out', 'behind you', 'run']";

/** Checks the types of errors that may come from API Gateway. */
const gatewayTypes = `import type { components } from './amplify.js';
${['ContentTooLarge', 'TooManyRequests', 'InternalServerError', 'ServiceUnavailable']
  .map(
    (name) => `
export const read${name} = (answer: components['responses']['${name}']) => [
  // @ts-expect-error There may be no detail.
  answer.content['application/json'].detail,
  // @ts-expect-error There may be no such header.
  answer.headers['X-RateLimit-Limit'].toFixed(),
  answer.headers['Apigw-Requestid'].length,
];`,
  )
  .join('')}
`;

test('the client compiles with generated types, and mistakes do not', async () => {
  expect(await type(make)).toMatchObject({ exitCode: 0 });
  const right = {
    'example.ts': changed(`'${url}'`, `'${refusing}'`),
    'default.ts': changed(', intensity: 3', ''),
    'service-error.ts': changed(texts, `['x'.repeat(${maxCharacters})]`),
    'gateway-error.ts': changed(texts, "['x'.repeat(7_000_000)]"),
    'gateway-types.ts': gatewayTypes,
  };
  const wrong = {
    'path.ts': changed("'/v1/scream'", "'/v1/sing'"),
    'type.ts': changed('intensity: 3', "intensity: '3'"),
    'field.ts': changed('text, intensity', 'intensity'),
    'answer.ts': changed('data.result', 'data.volume'),
    'error.ts': changed("'detail' in error ?", 'true ?'),
  };
  const files = { ...right, ...wrong };
  for (const [file, program] of Object.entries(files)) {
    await writeFile(path.join(folder, file), program);
  }
  // With this name, the generated types are checked as well.
  await rename(path.join(folder, 'amplify.d.ts'), path.join(folder, 'amplify.ts'));
  const [compile = ''] = commands.match(/^npx tsc .*$/m) ?? [];
  const { output } = await type(compile.replace('example.ts', Object.keys(files).join(' ')));
  const faulty = [...output.matchAll(/^(\S+)\(\d+,\d+\): error TS/gm)].map(([, file]) => file);
  expect(new Set(faulty)).toEqual(new Set(Object.keys(wrong)));
});

test('errors of the service and of API Gateway are both read', async () => {
  const { output } = await type('node service-error.js; node gateway-error.js');
  expect(output).toMatch(/^The request body is larger than .*\nRequest Entity Too Large\n$/);
});

test('it retries after 429s and gets every result', async () => {
  const [run = ''] = commands.match(/^node .*$/m) ?? [];
  expect(await type(run)).toEqual({
    exitCode: 0,
    output: 'LOOK OUT!!!\nBEHIND YOU!!!\nRUN!!!\n',
  });
});
