/** What the client itself does about a Bedrock that is slow, without the limit that its callers set. */
import { type BedrockRuntimeClient, ConverseCommand } from '@aws-sdk/client-bedrock-runtime';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { bedrock } from '../../../functions/aws/bedrock.ts';
import { type BedrockStandIn, startBedrock } from '../../bedrock-stand-in.ts';
import { withDeafServer } from '../../deaf-server.ts';

const variables = process.env;
const clients: BedrockRuntimeClient[] = [];
let standIn: BedrockStandIn;

beforeEach(async () => {
  standIn = await startBedrock();
  process.env = {
    ...variables,
    AWS_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: 'AKIDEXAMPLE',
    AWS_SECRET_ACCESS_KEY: 'secret',
  };
});

afterEach(async () => {
  process.env = variables;
  for (const client of clients.splice(0)) client.destroy();
  await standIn.close();
});

/** Asks the Bedrock at `url`, with a client of its own. */
const ask = (url: string, text: string) => {
  process.env.AWS_ENDPOINT_URL_BEDROCK_RUNTIME = url;
  const client = bedrock();
  clients.push(client);
  const messages = [{ role: 'user' as const, content: [{ text }] }];
  return client.send(new ConverseCommand({ modelId: 'any', messages }));
};

test('a connection is given up before an answer would be, and not tried again', async () => {
  await withDeafServer((url) =>
    expect(ask(url, 'hello')).rejects.toMatchObject({
      name: 'TimeoutError',
      message: 'No connection within 1000 ms',
      $metadata: { attempts: 1 },
    }),
  );
});

test('an answer that never comes, or stops in the middle, is given up, and not asked for again', async () => {
  standIn.reply(({ prompt }) => (prompt === 'silence' ? 'silence' : 'half'));
  const outcomes = await Promise.allSettled([
    ask(standIn.url, 'silence'),
    ask(standIn.url, 'half'),
  ]);
  const givenUp = { status: 'rejected', reason: { name: 'TimeoutError' } };
  expect(outcomes).toMatchObject([givenUp, givenUp]);
  expect(standIn.requests.map(({ prompt }) => prompt).sort()).toEqual(['half', 'silence']);
});
