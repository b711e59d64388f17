/** The walk to the typed client of `docs/client.md`, to the letter, as a caller would go it, on the machine's own Node. */
import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { readPage, section } from '../docs/pages.ts';
import { type SharedService, sharedTurning } from '../service.ts';
import manifest from './package.json' with { type: 'json' };

let service: SharedService;
let folder: string;
/** What the page has one type, save as `example.ts` and run, with the address of this service and a key of its own. */
let walk: Readonly<Record<'make' | 'code' | 'run', string>>;

beforeAll(async () => {
  // One slot in each window: three requests have to wait for each other.
  service = await sharedTurning();
  walk = readWalk();
  folder = await mkdtemp(path.join(tmpdir(), 'amplify-caller-'));
  await install();
});

afterAll(() => rm(folder, { recursive: true }));

const readWalk = () => {
  const text = section(readPage('docs/client.md'), 'a-typed-client');
  const blocks = [...text.matchAll(/^```(?:sh|ts)\n(.*?)^```/gms)];
  expect(blocks).toHaveLength(3);
  const [make, code, run] = blocks.map(([, block = '']) =>
    block.replaceAll('http://localhost:3000', service.url).replace('my-key', 'typed-client'),
  );
  return { make: String(make), code: String(code), run: String(run) };
};

/** Puts there what `npm install` would, which takes a network. */
const install = async () => {
  const modules = path.join(folder, 'node_modules');
  for (const name of ['.bin', '@types']) {
    await mkdir(path.join(modules, name), { recursive: true });
  }
  const installed = path.join(import.meta.dirname, 'node_modules');
  const { resolve } = createRequire(import.meta.url);
  await symlink(
    path.resolve(resolve('openapi-fetch'), '../..'),
    path.join(modules, 'openapi-fetch'),
  );
  const nodeTypes = path.dirname(resolve('@types/node/package.json'));
  await symlink(nodeTypes, path.join(modules, '@types/node'));
  for (const name of ['.bin/openapi-typescript', '.bin/tsc', 'openapi-typescript', 'typescript']) {
    await symlink(path.join(installed, name), path.join(modules, name));
  }
};

/** The programs of the machine, and none of the project's: Node is the caller's own, and not the project's 24. */
const PATH = String(process.env.PATH)
  .split(path.delimiter)
  .filter((entry) => !entry.includes('node_modules'))
  .join(path.delimiter);

/**
 * What npm does in these lines, without npm, which takes seconds each time: packages are installed already, and
 * their programs are where it would find them.
 */
const withoutNpm = `
npm() { [ "$*" != 'pkg set type=module' ] || echo '{"type":"module"}' > package.json; }
npx() { node_modules/.bin/"$@"; }
`;

/** Runs lines in the caller's folder, which end with the first that fails. */
const type = async (lines: string) => {
  const shell = spawn('sh', ['-ec', withoutNpm + lines], { cwd: folder, env: { PATH } });
  let output = '';
  for (const stream of [shell.stdout, shell.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => {
      output += text;
    });
  }
  const exitCode = await new Promise<number | null>((resolve) => shell.on('close', resolve));
  return { exitCode, output };
};

test('what the page has one install is what is installed here', () => {
  const named = [...walk.make.matchAll(/npm install (?:-D )?([^&\n]+)/g)].flatMap(
    ([, names = '']) => names.trim().split(' '),
  );
  const { dependencies, devDependencies } = manifest;
  const major = devDependencies.typescript.split('.')[0];
  expect(named).toEqual([
    ...Object.keys(dependencies),
    ...Object.keys(devDependencies).map((name) =>
      name === 'typescript' ? `${name}@${major}` : name,
    ),
  ]);
});

test('types are made of the description that the service gives', async () => {
  expect(await type(walk.make)).toMatchObject({ exitCode: 0 });
  const types = await readFile(path.join(folder, 'amplify.d.ts'), 'utf8');
  expect(types).toContain('"/v1/scream"');
  expect(types).toContain('components["schemas"]["Capitalization"]');
});

/** A program with something changed. */
const changed = (code: string, from: string, to: string): string => {
  expect(code).toContain(from);
  return code.replace(from, to);
};

/** The program for one text. */
const sending = (text: string): string =>
  changed(walk.code, "['look out', 'behind you', 'run']", `[${text}]`);

/** Type checks that API Gateway may answer these instead: with a `message`, and without the service's headers. */
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

test('the client compiles, and nothing that the API does not take or give', async () => {
  const right = {
    'example.ts': walk.code,
    'default.ts': changed(walk.code, ', intensity: 3', ''),
    'service-error.ts': sending("'x'.repeat(10_000)"),
    'gateway-error.ts': sending("'x'.repeat(7_000_000)"),
    'gateway-types.ts': gatewayTypes,
  };
  const wrong = {
    'path.ts': changed(walk.code, "'/v1/scream'", "'/v1/sing'"),
    'type.ts': changed(walk.code, 'intensity: 3', "intensity: '3'"),
    'field.ts': changed(walk.code, 'text, intensity', 'intensity'),
    'answer.ts': changed(walk.code, 'data.result', 'data.volume'),
    'error.ts': changed(walk.code, "'detail' in error ?", 'true ?'),
  };
  const files = { ...right, ...wrong };
  for (const [file, code] of Object.entries(files)) {
    await writeFile(path.join(folder, file), code);
  }
  // By this name, the types that were made are no library's, and are checked as well.
  await rename(path.join(folder, 'amplify.d.ts'), path.join(folder, 'amplify.ts'));
  const [compile = ''] = walk.run.match(/^npx tsc .*$/m) ?? [];
  const { output } = await type(compile.replace('example.ts', Object.keys(files).join(' ')));
  const faulty = [...output.matchAll(/^(\S+)\(\d+,\d+\): error TS/gm)].map(([, file]) => file);
  expect(new Set(faulty)).toEqual(new Set(Object.keys(wrong)));
});

test('the error of the service and that of API Gateway are both read', async () => {
  expect((await type('node service-error.js')).output).toMatch(/^The request body is larger than/);
  expect((await type('node gateway-error.js')).output).toBe('Request Entity Too Large\n');
});

test('it waits out its 429s and gets every answer', async () => {
  const [run = ''] = walk.run.match(/^node .*$/m) ?? [];
  expect(await type(run)).toEqual({
    exitCode: 0,
    output: 'LOOK OUT!!!\nBEHIND YOU!!!\nRUN!!!\n',
  });
});
