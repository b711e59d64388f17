/**
 * Lambda around a function: the API that the runtime client asks for events, and the CPU that a function
 * has. See https://docs.aws.amazon.com/lambda/latest/dg/runtimes-api.html
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { dirname, resolve } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { listen } from '../../lib/local/listen.ts';
import { shoutEvent } from './shout-event.ts';

/** Times of a function under the runtime client, in milliseconds. */
export interface LambdaTimings {
  /** From the process's start until it asks for its first event, with all the CPU there is. */
  readonly init: number;
  /** From its first event to the answer, with the CPU of a function. */
  readonly first: number;
}

/** The CPU of 512 MB, of which 1,769 are one: so many milliseconds of each so many. */
const share = { running: 6, of: 20 };

/**
 * Starts a bundle under the runtime client, and sends it a request.
 *
 * @param client - the folder of the package `aws-lambda-ric`.
 * @throws {Error} when the function does not start, or answers otherwise than by 200.
 */
export const runInLambda = async (
  client: string,
  bundle: string,
  environment: Record<string, string>,
  key: string,
): Promise<LambdaTimings> => {
  const asked = Promise.withResolvers<ServerResponse>();
  const answered = Promise.withResolvers<string>();
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (text) => {
      body += text;
    });
    request.on('end', () => {
      if (request.url?.endsWith('/invocation/next')) return asked.resolve(response);
      response.writeHead(202).end('{"status":"OK"}');
      if (request.url?.endsWith('/response')) return answered.resolve(body);
      const failed = new Error(`${bundle} failed under the runtime client: ${body}`);
      asked.reject(failed);
      answered.reject(failed);
    });
  });
  const port = await listen(server, 0, 'PORT');
  const start = performance.now();
  const child = spawn(process.execPath, [resolve(client, 'index.mjs'), 'index.handler'], {
    env: {
      ...environment,
      AWS_LAMBDA_RUNTIME_API: `127.0.0.1:${port}`,
      AWS_LAMBDA_FUNCTION_NAME: 'bench',
      AWS_LAMBDA_FUNCTION_VERSION: '$LATEST',
      AWS_LAMBDA_FUNCTION_MEMORY_SIZE: '512',
      AWS_LAMBDA_LOG_GROUP_NAME: '/aws/lambda/bench',
      AWS_LAMBDA_LOG_STREAM_NAME: 'bench',
      LAMBDA_TASK_ROOT: dirname(bundle),
      _HANDLER: 'index.handler',
    },
    cwd: dirname(bundle),
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const ended = once(child, 'exit');
  ended.then(([code]) => {
    const failed = new Error(`The runtime client ended with exit code ${code}`);
    asked.reject(failed);
    answered.reject(failed);
  });
  answered.promise.catch(() => {});
  try {
    const response = await asked.promise;
    const init = performance.now() - start;
    const unlimited = limitCpu(child);
    const sent = performance.now();
    response
      .writeHead(200, {
        'Content-Type': 'application/json',
        'Lambda-Runtime-Aws-Request-Id': '8476a536-e9f4-11e8-9739-2dfe598c3fcd',
        'Lambda-Runtime-Deadline-Ms': String(Date.now() + 15_000),
        'Lambda-Runtime-Invoked-Function-Arn':
          'arn:aws:lambda:us-east-1:123456789012:function:bench',
        'Lambda-Runtime-Trace-Id': 'Root=1-5bef4de7-ad49b0e87f6ef6c87fc2e700;Sampled=0',
      })
      .end(JSON.stringify(shoutEvent(key)));
    const { statusCode } = JSON.parse(await answered.promise);
    const first = performance.now() - sent;
    await unlimited();
    if (statusCode !== 200) throw new Error(`${bundle} answered ${statusCode}`);
    return { init, first };
  } finally {
    child.kill('SIGKILL');
    await ended;
    server.close();
    server.closeAllConnections();
  }
};

/**
 * Lets a process run for a part of the time only, as Lambda does with what is not a whole CPU's memory: by
 * stopping it again and again, which needs no rights and no tool.
 *
 * @returns a function that ends it.
 */
const limitCpu = (child: ChildProcess): (() => Promise<void>) => {
  let limited = true;
  const turns = (async () => {
    while (limited) {
      child.kill('SIGSTOP');
      await setTimeout(share.of - share.running);
      child.kill('SIGCONT');
      await setTimeout(share.running);
    }
  })();
  return () => {
    limited = false;
    return turns;
  };
};
