import { subscribe } from 'node:diagnostics_channel';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Worker } from 'node:worker_threads';
import { afterEach, expect, jest, test } from '@jest/globals';
import { type FunctionHost, hostFunction } from '../../../lib/local/host.ts';
import { newFolder, until } from '../../support/at-end.ts';

let host: FunctionHost;
let output: string;
const onOutput = (text: string) => {
  output += text;
};

/** The threads started by the current test. */
let threads: Worker[];
subscribe('worker_threads', (started) => threads.push((started as { worker: Worker }).worker));
afterEach(() => host.close());

/** Creates a function in a folder, from its handler's body and the code before it. */
const run = async (body: string, timeoutSeconds = 60, load = '') => {
  const folder = await newFolder();
  const code = `${load}; let events = 0;
    export const handler = async ({ path }, context) => { events += 1; ${body} };`;
  await writeFile(path.join(folder, 'index.mjs'), code);
  [output, threads] = ['', []];
  const environment = { SETTING: 'given' };
  host = hostFunction({ functionName: 'Test', folder, environment, timeoutSeconds, onOutput });
  return folder;
};

const invoke = (path = '/') => host.invoke({ path });

const failed = { kind: 'failed' };
const result = (value: unknown) => ({ kind: 'result', result: value });

test("a function gets an event, a context and only its own environment, and returns its value's JSON", async () => {
  const folder = await run(`
    const left = context.getRemainingTimeInMillis();
    return { path, at: new Date(0), dropped: undefined, left: left > 0 && left <= 60000,
      name: context.functionName, env: process.env };
  `);
  const env = { AWS_LAMBDA_FUNCTION_NAME: 'Test', LAMBDA_TASK_ROOT: folder, SETTING: 'given' };
  const at = '1970-01-01T00:00:00.000Z';
  expect(await invoke('/a')).toEqual(result({ path: '/a', at, left: true, name: 'Test', env }));
});

test('an event has at most 6 MiB of JSON', async () => {
  await run('return path.length');
  const bytes = 6 * 2 ** 20 - '{"path":""}'.length;
  // A quotation mark is escaped, and an umlaut has two bytes.
  const twice = '"ä'.repeat((bytes - 1) / 4);
  expect(await invoke(`${twice}a`)).toEqual(result((bytes + 1) / 2));
  expect(await invoke(`${twice}aa`)).toEqual({ kind: 'too-large' });
});

test('threads handle one event at a time, stay warm, and are no more than needed, and ten at most', async () => {
  const body = `
    active += 1;
    console.log('begun');
    while (!existsSync(path)) await new Promise((resolve) => setTimeout(resolve, 20));
    active -= 1;
    return [active, events];
  `;
  const folder = await run(body, 60, 'import { existsSync } from "node:fs"; let active = 0');
  const outcomes = await Promise.all([invoke(folder), invoke(folder), invoke(folder)]);
  expect(outcomes).toEqual([1, 2, 3].map((count) => result([0, count])));
  expect(threads).toHaveLength(1);
  const end = path.join(folder, 'end');
  const answers = Promise.all(Array.from({ length: 12 }, () => invoke(end)));
  await until(() => output.split('begun').length > 3 + 10);
  await writeFile(end, '');
  expect(await answers).toEqual(Array(12).fill(result([0, expect.any(Number)])));
  expect(threads).toHaveLength(10);
});

test('events that time out are ended with their threads', async () => {
  const wait = 'if (path === "/wait") await new Promise(() => {});';
  await run(`${wait} while (path === "/spin"); return events`, 0.5);
  const ended = Promise.all([invoke('/wait'), invoke('/spin')]);
  expect(await invoke()).toEqual(result(1));
  expect(await ended).toEqual(Array(2).fill({ kind: 'timed-out' }));
  expect(await invoke()).toEqual(result(2));
  expect(output).toContain('Test: timed out after 0.5 s');
  await until(() => threads.filter(({ threadId }) => threadId === -1).length === 2);
});

test('a function that throws or returns no JSON fails, and stays warm', async () => {
  await run(`
    if (path === '/error') throw new Error('no');
    if (path === '/undefined') throw undefined;
    return path === '/bigint' ? 1n : events;
  `);
  expect(await invoke('/error')).toEqual({ ...failed, error: 'no' });
  expect(await invoke('/undefined')).toEqual({ ...failed, error: 'undefined' });
  expect(await invoke('/bigint')).toMatchObject(failed);
  expect(await invoke()).toEqual(result(4));
});

test('a function that has not loaded after 10 s fails for every event', async () => {
  await run('', 60, 'while (true)');
  const { setTimeout: wait } = globalThis;
  const hurry = (act: () => void, milliseconds: number) => wait(act, milliseconds / 100);
  jest.spyOn(globalThis, 'setTimeout').mockImplementation(hurry as typeof setTimeout);
  expect(await Promise.all([invoke(), invoke()])).toEqual([failed, failed]);
  expect(await invoke()).toEqual(failed);
  expect(output).toContain('Test: did not load within 10 s');
  jest.restoreAllMocks();
});

test.each([
  ['throws while loading', '', 'throw new Error("the end");'],
  ['exits', 'console.log("the end"); process.exit()', ''],
  ['throws later', 'setTimeout(() => { throw Error("the end") }); await new Promise(() => {})', ''],
])('a function that %s fails for every event', async (_, body, load) => {
  await run(body, 60, load);
  expect(await Promise.all([invoke(), invoke()])).toEqual([failed, failed]);
  expect(await invoke()).toEqual(failed);
  await until(() => output.includes('the end'));
});
