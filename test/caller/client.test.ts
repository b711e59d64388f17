/** The typed client of `docs/client.md`, to the letter: made, compiled and run as a caller would, in a folder of theirs. */
import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { readPage, section } from '../docs/pages.ts';
import { type Service, startService } from '../service.ts';

/** One slot in each window of two seconds: three requests have to wait for each other. */
const quota = { QUOTA_LIMIT: '1', QUOTA_WINDOW_SECONDS: '2' };

let service: Service;
let folder: string;
let example: { readonly command: string; readonly code: string };

beforeAll(async () => {
  service = await startService({ env: quota });
  example = readExample();
  folder = await mkdtemp(path.join(tmpdir(), 'amplify-caller-'));
  await mkdir(path.join(folder, 'node_modules'));
  await symlink(
    path.resolve(createRequire(import.meta.url).resolve('openapi-fetch'), '../..'),
    path.join(folder, 'node_modules/openapi-fetch'),
  );
  await writeFile(path.join(folder, 'package.json'), '{"type":"module"}');
  await writeFile(path.join(folder, 'example.ts'), example.code);
});

afterAll(() => rm(folder, { recursive: true }));

/** What the page has in its section on the client, with the address of this service. */
const readExample = () => {
  const text = section(readPage('docs/client.md'), 'a-typed-client');
  const block = (language: string) =>
    (text.match(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\``, 'ms'))?.[1] ?? '').replaceAll(
      'http://localhost:3000',
      service.url,
    );
  return { command: block('sh').match(/^npx (.*)$/m)?.[1] ?? '', code: block('ts') };
};

/** Runs a program in the caller's folder. */
const run = async (file: string, args: readonly string[]) => {
  const child = spawn(process.execPath, [file, ...args], { cwd: folder, env: {} });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => {
      output += text;
    });
  }
  const exitCode = await new Promise<number | null>((resolve) => child.on('close', resolve));
  return { exitCode, output };
};

/** A program that the caller has installed. */
const tool = (name: string) => path.join(import.meta.dirname, 'node_modules', name);

test('types are made of the description that the service gives', async () => {
  const [program = '', ...args] = example.command.split(' ');
  expect(program).toBe('openapi-typescript');
  const made = await run(tool('openapi-typescript/bin/cli.js'), args);
  expect(made).toMatchObject({ exitCode: 0 });
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

test('the client compiles, and what the API does not take or give does not', async () => {
  for (const [file, [from, to]] of Object.entries(changed)) {
    expect(example.code).toContain(from);
    await writeFile(path.join(folder, file), example.code.replace(from, to));
  }
  const { output } = await run(tool('typescript/bin/tsc'), [
    ...['--noEmit', '--strict', '--target', 'es2022', '--module', 'nodenext'],
    // TypeScript's own library takes most of the time, and is not ours to check.
    ...['--skipDefaultLibCheck', '--allowImportingTsExtensions'],
    ...['example.ts', ...Object.keys(changed)],
  ]);
  const faulty = [...output.matchAll(/^(\S+)\(\d+,\d+\): error TS/gm)].map(([, file]) => file);
  expect(new Set(faulty)).toEqual(
    new Set(['wrong-path.ts', 'wrong-type.ts', 'wrong-field.ts', 'wrong-answer.ts']),
  );
});

test('the client waits out its 429s and gets every answer', async () => {
  expect(await run('example.ts', [])).toEqual({
    exitCode: 0,
    output: 'LOOK OUT!!!\nBEHIND YOU!!!\nRUN!!!\n',
  });
  expect(service.output()).toContain('POST /v1/scream 429');
});
