/** The bundled client, built for Lambda, over HTTP. */
import type { IncomingMessage, RequestListener } from 'node:http';
import { createServer } from 'node:net';
import { join } from 'node:path';
import type * as Sdk from '@aws-sdk/client-dynamodb';
import { afterEach, expect, test } from '@jest/globals';
import { build } from 'esbuild';
import type * as Own from '../../../functions/aws/dynamodb.ts';
import { sdkBundling } from '../../../lib/bundles/bundles.ts';
import { listen } from '../../../lib/local/http.ts';
import { atEnd, newFolder } from '../../support/at-end.ts';
import { serve } from '../../support/serve.ts';

const key = { TableName: 'things', Key: { id: { S: 'é' } } };
const variables = process.env;

const outfile = join(await newFolder(), 'dynamodb.mjs');
const contents = `
  export { createDynamodb, withoutRetries } from './functions/aws/dynamodb.ts';
  export { GetItemCommand } from '@aws-sdk/client-dynamodb';`;
const stdin = { contents, resolveDir: sdkBundling.absWorkingDir };
await build({ ...sdkBundling, stdin, outfile });
const bundle: Pick<typeof Sdk, 'GetItemCommand'> & typeof Own = await import(outfile);
let client: Sdk.DynamoDBClient;

afterEach(() => {
  process.env = variables;
  client.destroy();
});

const connect = (url?: string, AWS_REGION = 'eu-central-1'): void => {
  process.env = {
    ...variables,
    AWS_REGION,
    AWS_ACCESS_KEY_ID: 'an-id',
    AWS_SECRET_ACCESS_KEY: 'a-secret',
    AWS_SESSION_TOKEN: 'a-token',
    ...(url && { AWS_ENDPOINT_URL_DYNAMODB: url }),
  };
  client = bundle.createDynamodb();
};

/** Serves with `answer`, and records the requests. */
const record = async (answer: RequestListener): Promise<IncomingMessage[]> => {
  const requests: IncomingMessage[] = [];
  const url = await serve((request, response) => {
    requests.push(request);
    answer(request, response);
  });
  connect(url);
  return requests;
};

/** The time-outs know a command by its input. */
const get = (from = client) => from.send(new bundle.GetItemCommand({ ...key }));

test('a client without retries shares connections and signatures with the other, which is unchanged', async () => {
  const requests = await record((_, response) => {
    response.writeHead(requests.length === 3 ? 500 : 200).end('{}');
  });
  await get();
  process.env.AWS_ACCESS_KEY_ID = 'another-id';
  process.env.AWS_REGION = 'us-east-1';
  const once = bundle.withoutRetries(client);
  await get(once);
  await get();
  expect(requests).toHaveLength(4);
  for (const { socket, headers } of requests) {
    expect(socket).toBe(requests[0]?.socket);
    expect(headers).toMatchObject({
      authorization: expect.stringMatching(
        /^AWS4-HMAC-SHA256 Credential=an-id\/\d{8}\/eu-central-1\/dynamodb\/aws4_request, /,
      ),
      'x-amz-security-token': 'a-token',
    });
  }
});

test('an attempt times out without a response, and the second one with the command', async () => {
  let answers = true;
  await record((_, response) => {
    if (answers) response.writeHead(200).end('{}');
  });
  /** On a connection that is there, since the time for one also ends. */
  const unanswered = async (client?: Parameters<typeof get>[0]) => {
    answers = true;
    await get();
    answers = false;
    return get(client).catch((error: unknown) => error);
  };
  expect(await unanswered(bundle.withoutRetries(client))).toMatchObject({
    name: 'TimeoutError',
    message: expect.stringMatching(/within 1[0-4]\d\d ms$/),
    $metadata: { attempts: 1 },
  });
  // The second attempt has only the rest, of which a busy machine leaves little for a new connection, or nothing.
  expect(await unanswered()).toMatchObject({
    name: 'TimeoutError',
    message: expect.not.stringMatching(/within 1\d{3} ms$/),
    $metadata: { attempts: 2 },
  });
});

test('times out earlier without a connection', async () => {
  // It never answers TLS.
  const silent = createServer();
  atEnd(() => silent.close());
  connect(`https://127.0.0.1:${await listen(silent, 0, 'PORT')}`);
  await expect(get()).rejects.toMatchObject({
    name: 'TimeoutError',
    message: 'No connection within 500 ms',
    $metadata: { attempts: 2 },
  });
});

test('calls the endpoint of its region by default', async () => {
  connect(undefined, 'cn-north-1');
  let asked: unknown;
  client.middlewareStack.add(
    () => async (args) => {
      asked = args.request;
      return { output: { $metadata: {} }, response: {} };
    },
    { step: 'finalizeRequest', priority: 'low' },
  );
  await get();
  expect(asked).toMatchObject({ hostname: 'dynamodb.cn-north-1.amazonaws.com.cn' });
});
