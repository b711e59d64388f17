import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { runInLambda } from '../../../bin/bench/runtime.ts';

/** A runtime client that does what the real one does, as far as the API shows it. */
const client = `
  const api = 'http://' + process.env.AWS_LAMBDA_RUNTIME_API + '/2018-06-01/runtime/';
  const post = (path, value) => fetch(api + path, { method: 'POST', body: JSON.stringify(value) });
  try {
    const { handler } = await import(process.env.LAMBDA_TASK_ROOT + '/index.mjs');
    const next = await fetch(api + 'invocation/next');
    const id = next.headers.get('lambda-runtime-aws-request-id');
    await post('invocation/' + id + '/response', await handler(await next.json()));
  } catch (error) {
    await post('init/error', { errorMessage: error.message });
  }`;

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'amplify-runtime-'));
});

afterAll(() => rm(folder, { recursive: true }));

/** Runs a module as a function, with a key in its event. */
const run = async (code: string, key = 'a-key') => {
  const [ric, task] = [await mkdtemp(join(folder, 'ric-')), await mkdtemp(join(folder, 'task-'))];
  await writeFile(join(ric, 'index.mjs'), client);
  await writeFile(join(task, 'index.mjs'), code);
  return runInLambda(ric, join(task, 'index.mjs'), { GIVEN: 'a-setting' }, key);
};

test('a function gets its environment and its event, and is timed', async () => {
  const { init, first } = await run(`
    export const handler = async ({ headers }) =>
      ({ statusCode: headers['x-api-key'] + process.env.GIVEN === 'a-keya-setting' ? 200 : 500 })`);
  expect(init).toBeGreaterThan(0);
  expect(first).toBeGreaterThan(0);
});

test.each([
  ['does not load', 'throw new Error("no code")', 'no code'],
  ['answers otherwise than by 200', 'export const handler = () => ({ statusCode: 503 })', '503'],
  ['ends', 'process.exit(3)', 'exit code 3'],
])('a function that %s is an error', async (_, code, message) => {
  await expect(run(code)).rejects.toThrow(message);
});
