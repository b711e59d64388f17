/** Runs a deployed function from its asset, with the environment of its template. */
import path from 'node:path';
import { type FunctionHost, hostFunction } from '../../lib/local/host.ts';
import type { Call } from './policy.ts';
import { serviceHosts } from './proxy.ts';
import { arn, place, type Stack } from './stack.ts';

/** Where a function runs. */
export interface Surroundings {
  /** The folder with the assets. */
  readonly assets: string;
  /** The address of the proxy to AWS. */
  readonly proxy: string;
}

/**
 * Creates a function. Its access key is its logical id, so that the proxy knows its role.
 *
 * @throws {Error} if its asset is missing, or its runtime or handler is not supported.
 */
export const runFunction = (
  stack: Stack,
  id: string,
  { assets, proxy }: Surroundings,
): FunctionHost => {
  const property = <Value>(name: string): Value => stack.property(id, name);
  const runtime = `nodejs${process.versions.node.split('.')[0]}.x`;
  if (property('Runtime') !== runtime || property('Handler') !== 'index.handler') {
    throw new Error(`${property('Runtime')}, ${property('Handler')} of ${id} is not supported.`);
  }
  const { S3Key } = property<{ readonly S3Key: string }>('Code');
  const folder = path.join(assets, `asset.${path.parse(S3Key).name}`);
  const { Variables } = property<{ readonly Variables: Variables }>('Environment');
  return hostFunction({
    functionName: stack.ref(id),
    timeoutSeconds: property('Timeout'),
    folder,
    environment: {
      ...Variables,
      ...endpointsOf(id, Variables, proxy),
      AWS_REGION: place.region,
      AWS_ACCESS_KEY_ID: id,
      AWS_SECRET_ACCESS_KEY: 'secret',
      AWS_SESSION_TOKEN: 'token',
    },
    // Logs and metrics.
    onOutput: () => {},
  });
};

type Variables = Readonly<Record<string, string>>;

/** The SDK's variables for the services' addresses. The values in the template must be right in AWS. */
const endpointsOf = (id: string, variables: Variables, proxy: string): Variables =>
  Object.fromEntries(
    Object.entries(serviceHosts).map(([variable, host]) => {
      const address = `https://${host}.${place.region}.amazonaws.com`;
      if (![undefined, address].includes(variables[variable])) {
        throw new Error(`${id}: ${variable} is ${variables[variable]}, not ${address}.`);
      }
      return [variable, proxy];
    }),
  );

/**
 * The calls that Lambda itself makes with a function's role.
 *
 * https://docs.aws.amazon.com/lambda/latest/dg/lambda-intro-execution-role.html
 */
export const callsOfLambda = (stack: Stack, id: string): readonly Call[] => {
  const { LogGroup } = stack.property<{ readonly LogGroup: string }>(id, 'LoggingConfig');
  const resources = [arn('logs', `log-group:${LogGroup}:*`)];
  return ['logs:CreateLogStream', 'logs:PutLogEvents'].map((action) => ({ action, resources }));
};
