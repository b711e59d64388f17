import { BedrockRuntimeClient } from '@aws-sdk/client-bedrock-runtime';
import { deadline } from './deadline.ts';
import { fixedEndpoint } from './fixed-endpoint.ts';
import { httpHandler, type Rehearsing } from './http-handler.ts';

/** How long a command may take with all its attempts, in milliseconds. */
const timeout = 6_000;

/**
 * Makes the client of Bedrock's runtime. It speaks HTTP/1.1: a request and its answer gain nothing
 * from the HTTP/2 that the SDK would take, which is there for its streams.
 *
 * A command ends within 6 s. Each of two attempts waits at most 4 s for the answer, 1 s of them for a
 * connection. The SDK repeats what failed on the way or was throttled, after a random delay of up to 1 s,
 * or the one that the answer asks for.
 *
 * Region, credentials and `AWS_ENDPOINT_URL_BEDROCK_RUNTIME` come from the environment.
 */
export const bedrock = (): BedrockRuntimeClient & Rehearsing => {
  const requestHandler = httpHandler({ connection: 1_000, answer: 4_000 });
  const client = new BedrockRuntimeClient({
    maxAttempts: 2,
    retryMode: 'standard',
    // Nothing adds to the client's middlewares later, so those of a command are put together once.
    cacheMiddleware: true,
    requestHandler,
    ...fixedEndpoint(process.env.AWS_ENDPOINT_URL_BEDROCK_RUNTIME),
  });
  client.middlewareStack.use(deadline(timeout));
  // It prepares what nobody reads.
  client.middlewareStack.remove('loggerMiddleware');
  return Object.assign(client, { rehearse: requestHandler.rehearse });
};
