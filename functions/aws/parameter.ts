import { GetParameterCommand, SSMClient } from '@aws-sdk/client-ssm';
import { timeouts } from './client.ts';
import { httpHandler } from './http-handler.ts';

/** Reads a parameter by name. Rejects with SSM's error, such as `ParameterNotFound`. */
export type ReadParameter = (name: string) => Promise<string>;

/** For all attempts, in milliseconds. */
const timeout = 7_000;

/**
 * Reads and decrypts parameters of SSM's Parameter Store. Each of two attempts times out after 3 s, or 1 s
 * without a connection. Region, credentials and address come from the environment.
 */
export const parameterReader = (): ReadParameter => {
  const client = new SSMClient({
    maxAttempts: 2,
    requestHandler: httpHandler(1_000),
  });
  client.middlewareStack.use(timeouts(3_000, timeout));
  return async (name) => {
    const command = new GetParameterCommand({ Name: name, WithDecryption: true });
    const { Parameter } = await client.send(command);
    if (Parameter?.Value === undefined) throw new TypeError('The parameter has no value');
    return Parameter.Value;
  };
};
