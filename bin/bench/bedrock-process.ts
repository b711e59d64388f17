/**
 * A Bedrock in a process of its own: whatever the text, its first word is the one to emphasize. It tells
 * its parent its address.
 */
import { createServer } from 'node:http';
import { toolName } from '../../functions/emphasis/prompt.ts';
import { listen } from '../../lib/local/listen.ts';

const answer = JSON.stringify({
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

const server = createServer((request, response) => {
  request.resume().on('end', () => {
    response.setHeader('Content-Type', 'application/json').end(answer);
  });
});
process.on('disconnect', () => process.exit());
process.send?.(`http://127.0.0.1:${await listen(server, 0, 'PORT')}`);
