import { BedrockRuntimeClient } from '@aws-sdk/client-bedrock-runtime';
import { fixedEndpoint } from './fixed-endpoint.ts';
import { httpHandler, type WarmUp } from './http-handler.ts';
import { leanClient } from './lean-client.ts';
import { bedrockAttempt, bedrockConnection } from './timeouts.ts';

/**
 * Makes the client of Bedrock's runtime. It speaks HTTP/1.1: a request and its answer gain nothing
 * from the HTTP/2 that the SDK would take, which is there for its streams.
 *
 * Each command is sent once, since an attempt that was given up may be billed. It waits at most 6 s for the
 * answer, 1 s of them for a connection.
 *
 * Region, credentials and `AWS_ENDPOINT_URL_BEDROCK_RUNTIME` come from the environment.
 */
export const bedrock = (): BedrockRuntimeClient & WarmUp => {
  const fixed = fixedEndpoint(process.env.AWS_ENDPOINT_URL_BEDROCK_RUNTIME);
  const timeouts = { connection: bedrockConnection, answer: bedrockAttempt };
  const requestHandler = httpHandler(timeouts, fixed);
  const client = new BedrockRuntimeClient({
    maxAttempts: 1,
    retryMode: 'standard',
    // Nothing adds to the client's middlewares later, so those of a command are put together once.
    cacheMiddleware: true,
    requestHandler,
    ...fixed,
  });
  return Object.assign(leanClient(client), { warmUp: requestHandler.warmUp });
};
