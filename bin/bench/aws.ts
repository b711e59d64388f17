/** Stands in for DynamoDB and Bedrock, over TLS. */
import { createServer } from 'node:https';
import dynalite from 'dynalite';
import { toolName } from '../../functions/emphasis/prompt.ts';
import type { Certificate } from '../../lib/local/certificate.ts';
import { listen } from '../../lib/local/listen.ts';
import { createTables } from '../../lib/local/local-dynamodb.ts';
import { defaultStage, stageNamed } from '../../lib/settings/stages.ts';
import { tablesOf } from '../../lib/settings/tables.ts';

/** Ranks the first word first. */
const ranking = JSON.stringify({
  output: {
    message: {
      role: 'assistant',
      content: [{ toolUse: { toolUseId: 'call', name: toolName, input: { ranking: [1] } } }],
    },
  },
  stopReason: 'tool_use',
  usage: { inputTokens: 300, outputTokens: 20, totalTokens: 320 },
  metrics: { latencyMs: 1 },
});

/** Starts the stand-in, until this process exits. */
export const startAws = async ({ key, cert }: Certificate) => {
  const dynamodb = dynalite({ createTableMs: 0 });
  const port = await listen(dynamodb, 0, 'PORT');
  await createTables(`http://127.0.0.1:${port}`, tablesOf(stageNamed(defaultStage)));

  let calls = 0;
  const server = createServer({ key, cert }, (request, response) => {
    if (request.url?.startsWith('/model/')) {
      request.resume().on('end', () => {
        response.setHeader('Content-Type', 'application/json').end(ranking);
      });
      return;
    }
    // `GET` is the SDK's health check, which is free.
    if (request.method === 'POST') calls += 1;
    dynamodb.emit('request', request, response);
  });
  const url = `https://localhost:${await listen(server, 0, 'PORT')}`;
  return {
    url,
    /** The number of DynamoDB calls that AWS would have billed, so far. */
    calls: () => calls,
  };
};
