/**
 * Stands in for DynamoDB and Bedrock, over TLS, in a process of its own, so that its work is not measured. It starts
 * when its parent sends a {@link Certificate}, answers with its URL, and ends with its parent. To each later message it
 * answers with the number of DynamoDB calls since the last one.
 */
import { createServer } from 'node:https';
import dynalite from 'dynalite';
import { toolName } from '../../functions/emphasis/prompt.ts';
import { defaultStage, stageNamed } from '../../lib/infrastructure/settings/stages.ts';
import { tablesOf } from '../../lib/infrastructure/settings/tables.ts';
import { listen } from '../../lib/local/listen.ts';
import { createTables } from '../../lib/local/local-dynamodb.ts';
import type { Certificate } from './certificate.ts';

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

let calls = 0;
const dynamodb = dynalite({ createTableMs: 0 });
await createTables(
  `http://127.0.0.1:${await listen(dynamodb, 0, 'PORT')}`,
  tablesOf(stageNamed(defaultStage)),
);

process.once('message', async (certificate: Certificate) => {
  const server = createServer(certificate, (request, response) => {
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
  const port = await listen(server, 0, 'PORT');
  process.on('message', () => {
    process.send?.(calls);
    calls = 0;
  });
  process.send?.(`https://localhost:${port}`);
});
process.on('disconnect', () => process.exit());
