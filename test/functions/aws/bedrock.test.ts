/** The client's own time-outs. */
import { ConverseCommand } from '@aws-sdk/client-bedrock-runtime';
import { expect, test } from '@jest/globals';
import { bedrock } from '../../../functions/aws/bedrock.ts';
import { localCredentials } from '../../../lib/local/local-tables.ts';
import { withDeafServer } from '../../support/deaf-server.ts';

test('a connection times out earlier than a response, without a retry', async () => {
  const messages = [{ role: 'user' as const, content: [{ text: 'hello' }] }];
  await withDeafServer(async (url) => {
    Object.assign(process.env, localCredentials, { AWS_ENDPOINT_URL_BEDROCK_RUNTIME: url });
    const client = bedrock();
    await expect(
      client.send(new ConverseCommand({ modelId: 'any', messages })),
    ).rejects.toMatchObject({
      name: 'TimeoutError',
      message: 'No connection within 1000 ms',
      $metadata: { attempts: 1 },
    });
    client.destroy();
  });
});
