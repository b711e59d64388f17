/** The baseline of emphasize: the two clients of the SDK as they come, and no framework. */
import { BedrockRuntimeClient, ConverseCommand } from '@aws-sdk/client-bedrock-runtime';
import { NodeHttpHandler } from '@smithy/node-http-handler';
import { baseline } from './baseline.ts';
import { send } from './plain-sdk.ts';

// As it comes, the client speaks HTTP/2, which the Bedrock on this machine does not.
const client = new BedrockRuntimeClient({ requestHandler: new NodeHttpHandler() });

export const handler = baseline(send, async (text) => {
  const { output } = await client.send(
    new ConverseCommand({
      modelId: process.env.INFERENCE_PROFILE,
      messages: [{ role: 'user', content: [{ text }] }],
    }),
  );
  return output?.message?.content;
});
