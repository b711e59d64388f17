import { BedrockRuntimeClient } from '@aws-sdk/client-bedrock-runtime';
import { bedrockAttempt, bedrockConnection, forLambda, type WarmUp, withWarmUp } from './client.ts';
import { createHttpHandler } from './http-handler.ts';

/** The longest response, in bytes. A ranking has less than 2 KB. */
const longestResponse = 65_536;

/**
 * Creates a client of Bedrock's runtime. It uses HTTP/1.1: the SDK's HTTP/2 is for streams.
 *
 * Each command is sent once, since Bedrock may bill an attempt that timed out. It times out after 6 s, or after 1 s
 * without a connection. Region, credentials and address come from the environment.
 */
export const createBedrock = (): BedrockRuntimeClient & WarmUp => {
  const handler = createHttpHandler(bedrockConnection, longestResponse);
  const requestHandler = withWarmUp(handler, () => client.config.endpoint?.());
  const client = new BedrockRuntimeClient({
    maxAttempts: 1,
    // No middleware is added later, so the stack can be cached: 5 % of a later request (`npm run bench`).
    cacheMiddleware: true,
    requestHandler,
  });
  client.middlewareStack.use(forLambda(bedrockAttempt));
  return Object.assign(client, { warmUp: requestHandler.warmUp });
};
