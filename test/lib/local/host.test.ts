import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { Worker } from 'node:worker_threads';
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { type FunctionHost, type HostedFunction, hostFunction } from '../../../lib/local/host.ts';
import { until } from '../../support/until.ts';

let host: FunctionHost;

/** The threads started by the current test. */
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

/** Creates a function from a module. */
const run = (code: string, changes: Partial<HostedFunction> = {}) => {
  host = hostFunction({
    functionName: 'TestFunction',
    timeoutSeconds: 60,
    environment: { SETTING: 'given' },
    code,
    ...changes,
  });
};

/** The functions here use nothing of an event but its path. */
const invoke = (rawPath = '/') => host.invoke({ rawPath } as APIGatewayProxyEventV2);

const failed = { kind: 'failed' };
const tooLarge = { kind: 'too-large' };
const timedOut = { kind: 'timed-out' };
const result = (value: unknown) => ({ kind: 'result', result: value });

test("a function gets an event, a context and only its own environment, and returns its value's JSON", async () => {
  run(`
    export const handler = async (event, context) => ({
      path: event.rawPath,
      at: new Date(0),
      dropped: undefined,
      name: context.functionName,
      timeIsLeft: context.getRemainingTimeInMillis() > 0 && context.getRemainingTimeInMillis() <= 60000,
      environment: process.env,
    });
  `);
  expect(await invoke('/a')).toEqual(
    result({
      path: '/a',
      at: '1970-01-01T00:00:00.000Z',
      name: 'TestFunction',
      timeIsLeft: true,
      environment: {
        AWS_LAMBDA_FUNCTION_NAME: 'TestFunction',
        SETTING: 'given',
      },
    }),
  );
});

test('an event has at most 6 MiB of JSON', async () => {
  run('export const handler = async ({ rawPath }) => rawPath.length');
  const bytes = 6 * 2 ** 20 - '{"rawPath":""}'.length;
  // A quotation mark is escaped, and an umlaut has two bytes.
  const twice = '"ä'.repeat((bytes - 2) / 4);
  expect(await invoke(`${twice}aa`)).toEqual(result((bytes + 2) / 2));
  expect(await invoke(`${twice}aaa`)).toEqual(tooLarge);
});

test('a thread stays warm, and handles one event at a time', async () => {
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

/** Returns how many events the thread has handled, but hangs for some paths. */
const hanging = `
  let events = 0;
  export const handler = async ({ rawPath }) => {
    events += 1;
    if (rawPath === '/wait') await new Promise(() => {});
    while (rawPath === '/spin');
    return events;
  };
`;

test('events that time out are ended with their threads', async () => {
  jest.spyOn(console, 'error').mockImplementation(() => {});
  run(hanging, { timeoutSeconds: 0.5 });
  expect(await invoke()).toEqual(result(1));
  const ended = Promise.all([invoke('/wait'), invoke('/spin')]);
  expect(await invoke()).toEqual(result(1));
  expect(await ended).toEqual([timedOut, timedOut]);
  expect(await invoke()).toEqual(result(2));
  await until(() => threads.filter(({ threadId }) => threadId === -1).length === 2);
});

test('a function that throws or returns no JSON fails, and stays warm', async () => {
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
    expect([path, await invoke(path)]).toMatchObject([path, failed]);
  }
  expect(await invoke('/error')).toEqual({ ...failed, error: 'no' });
  expect(await invoke()).toEqual(result(5));
});

test.each([
  ['throws while loading', 'throw new Error("no")'],
  ['exits', 'export const handler = () => process.exit(0)'],
  [
    'throws outside of its handler',
    'export const handler = () => { setTimeout(() => { throw new Error("no") }); return new Promise(() => {}) }',
  ],
])('a function that %s fails for every event', async (_, code) => {
  jest.spyOn(console, 'error').mockImplementation(() => {});
  run(code);
  expect(await Promise.all([invoke(), invoke()])).toEqual([failed, failed]);
  expect(await invoke()).toEqual(failed);
});

test("a function's output and its fatal error go to `onOutput`", async () => {
  let output = '';
  const onOutput = (text: string) => {
    output += text;
  };
  run('console.log("to one"); console.error("to two"); throw new Error("the end")', { onOutput });
  expect(await invoke()).toEqual(failed);
  await until(() => ['to one', 'to two', 'the end'].every((text) => output.includes(text)));
});
