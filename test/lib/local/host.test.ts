import { execFile } from 'node:child_process';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { promisify } from 'node:util';
import type { Worker } from 'node:worker_threads';
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { type FunctionHost, type HostedFunction, hostFunction } from '../../../lib/local/host.ts';
import { until } from '../../until.ts';

let host: FunctionHost;

/** The threads that a test has started. */
const threads: Worker[] = [];
const onThread = (started: unknown) => threads.push((started as { worker: Worker }).worker);

beforeEach(() => {
  threads.length = 0;
  subscribe('worker_threads', onThread);
});

afterEach(async () => {
  unsubscribe('worker_threads', onThread);
  await host.close();
  jest.restoreAllMocks();
});

/** Runs a module as a function. */
const run = (code: string, changes: Partial<HostedFunction> = {}) => {
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
const tooLarge = { kind: 'too-large' };
const timedOut = { kind: 'timed-out' };
const result = (value: unknown) => ({ kind: 'result', result: value });

test('a function gets its event, its context and an environment with nothing of ours, and JSON of its value comes back', async () => {
  run(`
    const answers = {
      '/event': (event, context) => ({
        path: event.rawPath,
        at: new Date(0),
        dropped: undefined,
        functionName: context.functionName,
        memory: context.memoryLimitInMB,
        requestId: typeof context.awsRequestId,
        timeIsLeft: context.getRemainingTimeInMillis() > 0 && context.getRemainingTimeInMillis() <= 60000,
      }),
      '/environment': () => process.env,
      '/nothing': () => {},
    };
    export const handler = async (event, context) => answers[event.rawPath](event, context);
  `);
  expect(await invoke('/event')).toEqual(
    result({
      path: '/event',
      at: '1970-01-01T00:00:00.000Z',
      functionName: 'TestFunction',
      memory: '512',
      requestId: 'string',
      timeIsLeft: true,
    }),
  );
  expect(await invoke('/environment')).toEqual(
    result({
      AWS_LAMBDA_FUNCTION_NAME: 'TestFunction',
      AWS_LAMBDA_FUNCTION_VERSION: '$LATEST',
      AWS_LAMBDA_FUNCTION_MEMORY_SIZE: '512',
      SETTING: 'given',
    }),
  );
  expect(await invoke('/nothing')).toEqual(result(null));
});

test('an event of more than 6 MiB of JSON never reaches it', async () => {
  run('export const handler = async ({ rawPath }) => rawPath.length');
  const bytes = 6 * 2 ** 20 - '{"rawPath":""}'.length;
  expect(await invoke('a'.repeat(bytes))).toEqual(result(bytes));
  expect(await invoke('a'.repeat(bytes + 1))).toEqual(tooLarge);
  // A quotation mark is two bytes there, and an umlaut, too.
  const twice = '"ä'.repeat((bytes - 2) / 4);
  expect(await invoke(`${twice}aa`)).toEqual(result((bytes + 2) / 2));
  expect(await invoke(`${twice}aaa`)).toEqual(tooLarge);
});

test('it stays warm, and handles one event at a time', async () => {
  run(`
    let events = 0;
    let active = 0;
    export const handler = async () => {
      events += 1;
      active += 1;
      const seen = active;
      await new Promise((resolve) => setTimeout(resolve, 5));
      active -= 1;
      return [seen, events];
    };
  `);
  expect(await invoke()).toEqual(result([1, 1]));
  expect(await invoke()).toEqual(result([1, 2]));
  for (const outcome of await Promise.all(Array.from({ length: 8 }, () => invoke()))) {
    expect(outcome).toEqual(result([1, expect.any(Number)]));
  }
});

/** Code that answers with how many events it has had, but for some that it never answers. */
const hanging = `
  let events = 0;
  export const handler = async ({ rawPath }) => {
    events += 1;
    if (rawPath === '/wait') await new Promise(() => {});
    while (rawPath === '/spin');
    return events;
  };
`;

test('events that wait for ever or never yield keep up no other', async () => {
  run(hanging);
  expect(await invoke()).toEqual(result(1));
  const ended: string[] = [];
  for (const path of ['/wait', '/spin']) void invoke(path).then(() => ended.push(path));
  for (let time = 1; time <= 3; time += 1) expect(await invoke()).toEqual(result(time));
  expect(ended).toEqual([]);
});

test('events that overrun their time are ended with their threads, and with no other', async () => {
  jest.spyOn(console, 'error').mockImplementation(() => {});
  run(hanging, { timeoutSeconds: 0.5 });
  expect(await invoke()).toEqual(result(1));
  const ended = Promise.all([invoke('/wait'), invoke('/spin')]);
  expect(await invoke()).toEqual(result(1));
  expect(await ended).toEqual([timedOut, timedOut]);
  expect(await invoke()).toEqual(result(2));
  // Nobody else would end the one that spins.
  await until(() => threads.filter(({ threadId }) => threadId === -1).length === 2);
});

test('it handles ten events at a time, and further ones after these', async () => {
  run(`
    import { BroadcastChannel, threadId } from 'node:worker_threads';
    const go = Promise.withResolvers();
    new BroadcastChannel('go').onmessage = go.resolve;
    const begun = new BroadcastChannel('begun');
    export const handler = async () => {
      begun.postMessage(threadId);
      await go.promise;
      return threadId;
    };
  `);
  const begun = new BroadcastChannel('begun');
  const go = new BroadcastChannel('go');
  const ten = new Promise((resolve) => {
    const threads: number[] = [];
    begun.onmessage = ({ data }) => threads.push(data) === 10 && resolve(threads);
  });
  const outcomes = Array.from({ length: 12 }, () => invoke());
  expect(new Set((await ten) as number[]).size).toBe(10);
  go.postMessage('');
  const threads = (await Promise.all(outcomes)).map(
    (outcome) => 'result' in outcome && outcome.result,
  );
  expect(new Set(threads).size).toBe(10);
  begun.close();
  go.close();
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
    export const handler = () => [
      deepest((depth) => JSON.stringify(nested(depth))),
      deepest((depth) => JSON.parse('['.repeat(depth) + ']'.repeat(depth), (_, value) => value)),
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

test('a function that throws, or returns what JSON can not say, fails and stays warm', async () => {
  jest.spyOn(console, 'error').mockImplementation(() => {});
  run(`
    let events = 0;
    export const handler = async ({ rawPath }) => {
      events += 1;
      if (rawPath === '/error') throw new Error('no');
      if (rawPath === '/undefined') throw undefined;
      return rawPath === '/bigint' ? 1n : events;
    };
  `);
  for (const path of ['/error', '/undefined', '/bigint']) {
    expect([path, await invoke(path)]).toEqual([path, failed]);
  }
  expect(await invoke()).toEqual(result(4));
});

test.each([
  ['exports no handler', 'export const main = 1'],
  ['is no module', 'export const'],
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

test('after one that ends its process a new one starts', async () => {
  run(
    'export const handler = async ({ rawPath }) => rawPath === "/end" ? process.exit(0) : "alive"',
  );
  expect(await invoke()).toEqual(result('alive'));
  expect(await invoke('/end')).toEqual(failed);
  expect(await invoke()).toEqual(result('alive'));
});

test('what can not be loaded fails all who wait for it', async () => {
  jest.spyOn(console, 'error').mockImplementation(() => {});
  run('throw new Error("no")');
  expect(await Promise.all([invoke(), invoke(), invoke()])).toEqual([failed, failed, failed]);
});

test('its handler may have another name', async () => {
  run('export const handler = async () => 1; export const other = async () => 2', {
    handlerName: 'other',
  });
  expect(await invoke()).toEqual(result(2));
});

test('what it writes, and what ends it, goes to who wants it', async () => {
  const console = jest.spyOn(globalThis.console, 'error');
  let output = '';
  const onOutput = (text: string) => {
    output += text;
  };
  run('console.log("to one"); console.error("to two"); throw new Error("the end")', { onOutput });
  expect(await invoke()).toEqual(failed);
  await until(() => ['to one', 'to two', 'the end'].every((text) => output.includes(text)));
  expect(console).not.toHaveBeenCalled();
});

test('it loads for its first event, and the code that it has by then', async () => {
  run('export const handler = async () => 1');
  host.replace('export const handler = async () => 2');
  expect(threads).toHaveLength(0);
  expect(await invoke()).toEqual(result(2));
  host.replace('export const handler = async () => 3');
  expect(await invoke()).toEqual(result(3));
  expect(threads).toHaveLength(2);
});

test('new code gets all further events; the old ends what it has begun', async () => {
  run(`
    export const handler = async ({ rawPath }) => {
      if (rawPath === '/slow') await new Promise((resolve) => setTimeout(resolve, 100));
      return 'old';
    };
  `);
  expect(await invoke()).toEqual(result('old'));
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
