/** The baseline of emphasize: the plain SDK with both clients. */
import { BedrockRuntimeClient, ConverseCommand } from '@aws-sdk/client-bedrock-runtime';
import { NodeHttpHandler } from '@smithy/node-http-handler';
import { baseline } from './plain-shout.ts';

// By default the client uses HTTP/2, which the stand-in does not.
const client = new BedrockRuntimeClient({ requestHandler: new NodeHttpHandler() });

const { inferenceProfile } = JSON.parse(process.env.BEDROCK_MODEL ?? '{}');

export const handler = baseline(async (text) => {
  const { output } = await client.send(
    new ConverseCommand({
      modelId: inferenceProfile,
      messages: [{ role: 'user', content: [{ text }] }],
    }),
  );
  return output?.message?.content;
});
