import { BedrockRuntimeClient } from '@aws-sdk/client-bedrock-runtime';
import { NodeHttpHandler } from '@smithy/node-http-handler';
import { collect } from './collect.ts';

/**
 * Makes the client of Bedrock's runtime. It speaks HTTP/1.1: a request and its answer gain nothing
 * from the HTTP/2 that the SDK would take, which is there for its streams.
 *
 * Each of two attempts waits at most 1 s for a connection and 4 s for the answer. The SDK repeats
 * what failed on the way or was throttled, after a random delay of up to 1 s, or the one that the
 * answer asks for; so whoever calls sets a limit to the whole.
 *
 * Region, credentials and `AWS_ENDPOINT_URL_BEDROCK_RUNTIME` come from the environment.
 */
export const bedrock = (): BedrockRuntimeClient =>
  new BedrockRuntimeClient({
    maxAttempts: 2,
    retryMode: 'standard',
    // Nothing adds to the client's middlewares later, so those of a command are put together once.
    cacheMiddleware: true,
    streamCollector: collect,
    requestHandler: new NodeHttpHandler({
      connectionTimeout: 1000,
      requestTimeout: 4000,
      throwOnRequestTimeout: true,
      socketTimeout: 4000,
    }),
  });
