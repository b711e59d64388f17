import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterEach, expect, jest, test } from '@jest/globals';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { type FunctionHost, hostFunction } from '../../../lib/local/host.ts';

let host: FunctionHost;

afterEach(async () => {
  await host.close();
  jest.restoreAllMocks();
});

/** Runs a module as a function. */
const run = (code: string, changes: { timeoutSeconds?: number } = {}) => {
  host = hostFunction({
    functionName: 'TestFunction',
    memoryMiB: 512,
    timeoutSeconds: 60,
    environment: { SETTING: 'given' },
    code,
    ...changes,
  });
};

/** The function looks at nothing of an event but its path. */
const invoke = (rawPath = '/') => host.invoke({ rawPath } as APIGatewayProxyEventV2);

const failed = { kind: 'failed' };
const timedOut = { kind: 'timed-out' };
const result = (value: unknown) => ({ kind: 'result', result: value });

test('a function gets its event and its context, and JSON of its value comes back', async () => {
  run(`export const handler = async (event, context) => ({
    path: event.rawPath,
    at: new Date(0),
    dropped: undefined,
    functionName: context.functionName,
    memory: context.memoryLimitInMB,
    requestId: typeof context.awsRequestId,
    timeIsLeft: context.getRemainingTimeInMillis() > 0 && context.getRemainingTimeInMillis() <= 60000,
  })`);
  expect(await invoke('/v1/shout')).toEqual(
    result({
      path: '/v1/shout',
      at: '1970-01-01T00:00:00.000Z',
      functionName: 'TestFunction',
      memory: '512',
      requestId: 'string',
      timeIsLeft: true,
    }),
  );
});

test('it has the environment that it is given, and nothing of ours', async () => {
  run('export const handler = async () => process.env');
  expect(await invoke()).toEqual(
    result({
      AWS_LAMBDA_FUNCTION_NAME: 'TestFunction',
      AWS_LAMBDA_FUNCTION_VERSION: '$LATEST',
      AWS_LAMBDA_FUNCTION_MEMORY_SIZE: '512',
      SETTING: 'given',
    }),
  );
});

test('it stays warm, and its events may overlap', async () => {
  run(`
    let begun = 0;
    const both = Promise.withResolvers();
    export const handler = async () => {
      begun += 1;
      if (begun === 2) both.resolve();
      await both.promise;
      return begun;
    };
  `);
  expect(await Promise.all([invoke(), invoke()])).toEqual([result(2), result(2)]);
});

test('its stack is as deep as that of a main thread, on which it runs in AWS', async () => {
  const depths = `
    const deepest = (works) => {
      let [least, most] = [1, 100_000];
      while (most - least > 1) {
        const depth = (least + most) >> 1;
        try {
          works(depth);
          least = depth;
        } catch {
          most = depth;
        }
      }
      return least;
    };
    const nested = (depth) => JSON.parse('['.repeat(depth) + ']'.repeat(depth));
    const call = (depth) => (depth > 0 ? 1 + call(depth - 1) : 0);
    export const handler = () => [
      deepest(call),
      deepest((depth) => JSON.stringify(nested(depth))),
      deepest((depth) => structuredClone(nested(depth))),
    ];
  `;
  run(depths);
  const outcome = await invoke();
  const script = `${depths}; console.log(JSON.stringify(handler()))`;
  const { stdout } = await promisify(execFile)(process.execPath, [
    '--input-type=module',
    '-e',
    script,
  ]);
  const ratios = (JSON.parse(stdout) as number[]).map(
    (depth, index) => ((outcome as { result: number[] }).result[index] as number) / depth,
  );
  for (const ratio of ratios) {
    expect(ratio).toBeGreaterThan(0.98);
    expect(ratio).toBeLessThan(1.02);
  }
});

test('no value is null', async () => {
  run('export const handler = () => {}');
  expect(await invoke()).toEqual(result(null));
});

test.each([
  ['throws', 'export const handler = async () => { throw new Error("no") }'],
  ['throws nothing', 'export const handler = async () => { throw undefined }'],
  ['returns what JSON can not say', 'export const handler = async () => 1n'],
  ['exports no handler', 'export const main = 1'],
  ['is no module', 'export const'],
  ['fails while it loads', 'throw new Error("no")'],
  ['ends its process', 'export const handler = async () => process.exit(0)'],
  [
    'lets an error escape',
    'export const handler = () => { setTimeout(() => { throw new Error("no") }); return new Promise(() => {}) }',
  ],
])('a function that %s fails, each time', async (_, code) => {
  jest.spyOn(console, 'error').mockImplementation(() => {});
  run(code);
  expect(await invoke()).toEqual(failed);
  expect(await invoke()).toEqual(failed);
});

test('after a crash a new one starts', async () => {
  run(
    'export const handler = async ({ rawPath }) => rawPath === "/crash" ? process.exit(1) : "alive"',
  );
  expect(await invoke()).toEqual(result('alive'));
  expect(await invoke('/crash')).toEqual(failed);
  expect(await invoke()).toEqual(result('alive'));
});

test('one that overruns its time is replaced; what else it has begun may end', async () => {
  jest.spyOn(console, 'error').mockImplementation(() => {});
  run(
    `
      import { BroadcastChannel } from 'node:worker_threads';
      let events = 0;
      export const handler = async ({ rawPath }) => {
        events += 1;
        if (rawPath === '/hang') await new Promise(() => {});
        if (rawPath === '/slow') {
          const go = new BroadcastChannel('go');
          await new Promise((resolve) => { go.onmessage = resolve });
          go.close();
        }
        return events;
      };
    `,
    { timeoutSeconds: 2 },
  );
  expect(await invoke()).toEqual(result(1));
  const hanging = invoke('/hang');
  await new Promise((resolve) => setTimeout(resolve, 1000));
  const slow = invoke('/slow');
  expect(await hanging).toEqual(timedOut);
  const next = invoke();
  const go = new BroadcastChannel('go');
  go.postMessage('');
  go.close();
  expect(await slow).toEqual(result(3));
  expect(await next).toEqual(result(1));
});

test('one that never yields is ended, too', async () => {
  jest.spyOn(console, 'error').mockImplementation(() => {});
  run('export const handler = async ({ rawPath }) => { while (rawPath === "/spin"); return 1 }', {
    timeoutSeconds: 1,
  });
  expect(await invoke('/spin')).toEqual(timedOut);
  expect(await invoke()).toEqual(result(1));
});

test('new code gets all further events; the old ends what it has begun', async () => {
  run(`
    export const handler = async ({ rawPath }) => {
      if (rawPath === '/slow') await new Promise((resolve) => setTimeout(resolve, 100));
      return 'old';
    };
  `);
  const slow = invoke('/slow');
  host.replace('export const handler = async () => "new"');
  expect(await invoke()).toEqual(result('new'));
  expect(await slow).toEqual(result('old'));
});

test('the same code again changes nothing', async () => {
  const code = 'let events = 0; export const handler = async () => { events += 1; return events }';
  run(code);
  expect(await invoke()).toEqual(result(1));
  host.replace(code);
  expect(await invoke()).toEqual(result(2));
});
