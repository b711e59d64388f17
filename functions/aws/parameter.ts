import { GetParameterCommand, ParameterNotFound, SSMClient } from '@aws-sdk/client-ssm';
import { deadline } from './deadline.ts';
import { fixedEndpoint } from './fixed-endpoint.ts';
import { httpHandler } from './http-handler.ts';

/** Reads a parameter by its name: `undefined` where there is none. Rejects with the SDK's error, without the value. */
export type ReadParameter = (name: string) => Promise<string | undefined>;

/** How long a read may take with all its attempts, in milliseconds. */
const timeout = 7_000;

/**
 * Makes what reads parameters of SSM's Parameter Store, and decrypts them.
 *
 * A read ends within 7 s. Each of two attempts waits at most 3 s for the answer, 1 s of them for a connection.
 * Region, credentials and `AWS_ENDPOINT_URL_SSM` come from the environment.
 */
export const parameterReader = (): ReadParameter => {
  const client = new SSMClient({
    maxAttempts: 2,
    retryMode: 'standard',
    requestHandler: httpHandler({ connection: 1_000, answer: 3_000 }),
    ...fixedEndpoint(process.env.AWS_ENDPOINT_URL_SSM),
  });
  client.middlewareStack.use(deadline(timeout));
  return async (name) => {
    try {
      const command = new GetParameterCommand({ Name: name, WithDecryption: true });
      return (await client.send(command)).Parameter?.Value;
    } catch (error) {
      if (error instanceof ParameterNotFound) return undefined;
      throw error;
    }
  };
};
