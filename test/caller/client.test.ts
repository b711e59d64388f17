/** The typed client of `docs/client.md`, step by step, on the machine's own Node. */
import { mkdir, rename, symlink, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { beforeAll, expect, test } from '@jest/globals';
import { maxCharacters } from '../../functions/request/body-size.ts';
import { readPage, section } from '../docs/pages.ts';
import { newFolder } from '../support/at-end.ts';
import { run, type Service, startService } from '../support/service.ts';
import manifest from './package.json' with { type: 'json' };

let service: Service;
let folder: string;
/** The page's code blocks, with this service's address: to generate types, to set the key, to call, and to run that. */
let [make, setKey, code, commands] = ['', '', '', ''];

beforeAll(async () => {
  // One slot per window, so three requests must wait.
  service = await startService({ env: { QUOTA_LIMIT: '1', QUOTA_WINDOW_SECONDS: '2' } });
  const text = section(readPage('docs/client.md'), 'a-typed-client');
  const blocks = [...text.matchAll(/^```(?:sh|ts)\n(.*?)^```/gms)];
  expect(blocks).toHaveLength(4);
  [make = '', setKey = '', code = '', commands = ''] = blocks.map(([, block = '']) =>
    block.replaceAll('http://localhost:3000', service.url),
  );
  folder = await newFolder();
  await install();
});

/** Replaces `npm install`, which needs a network. */
const install = async () => {
  const { resolve } = createRequire(import.meta.url);
  const own = (name: string) => path.join(import.meta.dirname, 'node_modules', name);
  const packages = {
    'openapi-fetch': path.resolve(resolve('openapi-fetch'), '../..'),
    '@types/node': path.dirname(resolve('@types/node/package.json')),
    'openapi-typescript': own('openapi-typescript'),
    typescript: own('typescript'),
    '.bin/openapi-typescript': own('.bin/openapi-typescript'),
    '.bin/tsc': own('.bin/tsc'),
  };
  for (const [name, target] of Object.entries(packages)) {
    const link = path.join(folder, 'node_modules', name);
    await mkdir(path.dirname(link), { recursive: true });
    await symlink(target, link);
  }
};

/** Without the project's programs, so that Node is the machine's own. */
const PATH = String(process.env.PATH)
  .split(path.delimiter)
  .filter((entry) => !entry.includes('node_modules'))
  .join(path.delimiter);

/** Replaces npm, which takes seconds each time. */
const withoutNpm = `
npm() { [ "$*" != 'pkg set type=module' ] || echo '{"type":"module"}' > package.json; }
npx() { node_modules/.bin/"$@"; }
`;

/** Runs shell commands in the caller's folder, up to the first failure. */
const type = async (lines: string) => {
  const options = { cwd: folder, env: { PATH } };
  const { status, stdout, stderr } = await run('sh', ['-ec', withoutNpm + setKey + lines], options);
  return { exitCode: status, output: stdout + stderr };
};

test('the packages of the page are those installed here', () => {
  const named = [...make.matchAll(/npm install (?:-D )?([^&\n]+)/g)].flatMap(([, names = '']) =>
    names.trim().split(' '),
  );
  const { devDependencies } = manifest;
  const major = devDependencies.typescript.split('.')[0];
  expect(named.toSorted()).toEqual(
    Object.keys(devDependencies).map((name) => (name === 'typescript' ? `${name}@${major}` : name)),
  );
});

/** The program, changed. */
const changed = (from: string, to: string): string => {
  expect(code).toContain(from);
  return code.replace(from, to);
};

/** The program for one text. */
const sending = (text: string): string => changed("['look out', 'behind you', 'run']", `[${text}]`);

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
    'example.ts': code,
    'default.ts': changed(', intensity: 3', ''),
    'service-error.ts': sending(`'x'.repeat(${maxCharacters})`),
    'gateway-error.ts': sending("'x'.repeat(7_000_000)"),
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
  expect((await type('node service-error.js')).output).toMatch(/^The request body is larger than/);
  expect((await type('node gateway-error.js')).output).toBe('Request Entity Too Large\n');
});

test('it retries after 429s and gets every result', async () => {
  const [run = ''] = commands.match(/^node .*$/m) ?? [];
  expect(await type(run)).toEqual({
    exitCode: 0,
    output: 'LOOK OUT!!!\nBEHIND YOU!!!\nRUN!!!\n',
  });
});
