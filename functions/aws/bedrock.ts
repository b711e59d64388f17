import { BedrockRuntimeClient } from '@aws-sdk/client-bedrock-runtime';
import { type WarmUp, withWarmUp } from '../cold-start/warm-up.ts';
import { fixedEndpoint } from './fixed-endpoint.ts';
import { httpHandler } from './http-handler.ts';
import { leanClient } from './lean-client.ts';
import { bedrockAttempt, bedrockConnection } from './timeouts.ts';

/**
 * Creates a client of Bedrock's runtime. It uses HTTP/1.1: the SDK's HTTP/2 is for streams.
 *
 * Each command is sent once, since an attempt that timed out may be billed, and times out after 6 s, or 1 s
 * without a connection. Region and credentials come from the environment.
 *
 * @param address - the URL of Bedrock. Default: the SDK's choice.
 */
export const bedrock = (address?: string): BedrockRuntimeClient & WarmUp => {
  const fixed = fixedEndpoint(address);
  const timeouts = { connection: bedrockConnection, answer: bedrockAttempt };
  const requestHandler = withWarmUp(httpHandler(timeouts), fixed.endpoint);
  const client = new BedrockRuntimeClient({
    maxAttempts: 1,
    retryMode: 'standard',
    // No middleware is added later, so the stack can be cached.
    cacheMiddleware: true,
    requestHandler,
    ...fixed,
  });
  return Object.assign(leanClient(client), { warmUp: requestHandler.warmUp });
};
