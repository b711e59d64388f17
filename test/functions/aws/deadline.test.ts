import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { DynamoDBClient, ListTablesCommand } from '@aws-sdk/client-dynamodb';
import { afterEach, expect, test } from '@jest/globals';
import { deadline } from '../../../functions/aws/deadline.ts';

let server: Server;
let client: DynamoDBClient;

afterEach(() => {
  client.destroy();
  server.close();
  server.closeAllConnections();
});

const connect = async (limit: number, answer: RequestListener) => {
  server = createServer(answer).listen(0, '127.0.0.1');
  await once(server, 'listening');
  client = new DynamoDBClient({
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    region: 'us-east-1',
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
    maxAttempts: 2,
    cacheMiddleware: true,
  });
  client.middlewareStack.use(deadline(limit));
};

const givenUp = { name: 'TimeoutError', code: 'ETIMEDOUT' };

test('a command times out, and is not retried afterwards', async () => {
  let requests = 0;
  await connect(100, (_, response) => {
    requests += 1;
    // The SDK would retry after the deadline.
    response.writeHead(503, { 'x-amz-retry-after': '300' }).end('{}');
  });
  const attempts = new Promise<unknown>((resolve) => {
    client.middlewareStack.add(
      (next) => async (args) => {
        const done = next(args);
        done.catch(resolve);
        return done;
      },
      { step: 'serialize' },
    );
  });
  await expect(client.send(new ListTablesCommand({}))).rejects.toMatchObject(givenUp);
  expect(await attempts).toMatchObject(givenUp);
  // 0 on a busy machine.
  expect(requests).toBeLessThan(2);
});
