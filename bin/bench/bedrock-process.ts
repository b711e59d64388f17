/** A Bedrock that always ranks the first word first. */
import { toolName } from '../../functions/emphasis/prompt.ts';
import { serve } from './stand-in.ts';

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

serve((request, response) => {
  request.resume().on('end', () => {
    response.setHeader('Content-Type', 'application/json').end(answer);
  });
});
