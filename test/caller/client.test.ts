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
/** What the page has one typed, and saved as `example.ts`, with the address of this service and a key of its own. */
let walk: { readonly make: string; readonly code: string; readonly run: string };

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
  await mkdir(path.join(modules, '.bin'), { recursive: true });
  const installed = path.join(import.meta.dirname, 'node_modules');
  const client = createRequire(import.meta.url).resolve('openapi-fetch');
  await symlink(path.resolve(client, '../..'), path.join(modules, 'openapi-fetch'));
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

/** The client with something changed, by file name. */
const changed: Readonly<Record<string, readonly [from: string, to: string]>> = {
  'right-default.ts': [', intensity: 3', ''],
  'wrong-path.ts': ["'/v1/scream'", "'/v1/sing'"],
  'wrong-type.ts': ['intensity: 3', "intensity: '3'"],
  'wrong-field.ts': ['text, intensity', 'intensity'],
  'wrong-answer.ts': ['data?.result', 'data?.volume'],
};

test('the client compiles, and nothing that the API does not take or give', async () => {
  await writeFile(path.join(folder, 'example.ts'), walk.code);
  for (const [file, [from, to]] of Object.entries(changed)) {
    expect(walk.code).toContain(from);
    await writeFile(path.join(folder, file), walk.code.replace(from, to));
  }
  const [compile = ''] = walk.run.match(/^npx tsc .*$/m) ?? [];
  const files = ['example.ts', ...Object.keys(changed)].join(' ');
  // By this name, the types that were made are no library's, and are checked as well.
  await rename(path.join(folder, 'amplify.d.ts'), path.join(folder, 'amplify.ts'));
  const { output } = await type(compile.replace('example.ts', files));
  const faulty = [...output.matchAll(/^(\S+)\(\d+,\d+\): error TS/gm)].map(([, file]) => file);
  expect(new Set(faulty)).toEqual(
    new Set(['wrong-path.ts', 'wrong-type.ts', 'wrong-field.ts', 'wrong-answer.ts']),
  );
});

test('it waits out its 429s and gets every answer', async () => {
  const [run = ''] = walk.run.match(/^node .*$/m) ?? [];
  expect(await type(run)).toEqual({
    exitCode: 0,
    output: 'LOOK OUT!!!\nBEHIND YOU!!!\nRUN!!!\n',
  });
});
