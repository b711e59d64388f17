/** A deployed function, run from the asset that its template names, with nothing but what the template gives it. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { type FunctionHost, hostFunction } from '../../lib/local/host.ts';
import { type Call, serviceHosts } from './proxy.ts';
import { arn, place, type Stack } from './stack.ts';

/** Where a function runs. */
export interface Surroundings {
  /** The folder with the assets. */
  readonly assets: string;
  /** The address of the proxy, which takes the place of AWS. */
  readonly proxy: string;
  readonly onOutput: (text: string) => void;
}

/**
 * Runs a function, when its first event comes. Its credentials name it, so that the proxy knows the role.
 *
 * @throws {Error} where its asset, its handler's file or this version of Node is missing.
 */
export const runFunction = (
  stack: Stack,
  id: string,
  { assets, proxy, onOutput }: Surroundings,
): FunctionHost => {
  const property = <Value>(name: string): Value => stack.property(id, name);
  if (property('Runtime') !== `nodejs${process.versions.node.split('.')[0]}.x`) {
    throw new Error(`${id} wants ${property('Runtime')}, and this is Node ${process.version}.`);
  }
  const { S3Key } = property<{ readonly S3Key: string }>('Code');
  const folder = path.join(assets, `asset.${path.parse(S3Key).name}`);
  if (property('Handler') !== 'index.handler') {
    throw new Error(`${id}: the handler ${property('Handler')} is not supported.`);
  }
  const read = (file: string) => readFileSync(path.join(folder, file), 'utf8');
  const data = readdirSync(folder).filter((file) => file.endsWith('.json'));
  const environment = property<{ readonly Variables?: Variables } | undefined>('Environment');
  return hostFunction({
    functionName: stack.ref(id),
    memoryMiB: property('MemorySize'),
    timeoutSeconds: property('Timeout'),
    code: read('index.mjs'),
    files: Object.fromEntries(data.map((file) => [file, read(file)])),
    environment: {
      ...environment?.Variables,
      ...endpointsOf(id, environment?.Variables ?? {}, proxy),
      AWS_REGION: place.region,
      AWS_ACCESS_KEY_ID: id,
      AWS_SECRET_ACCESS_KEY: 'secret',
      AWS_SESSION_TOKEN: 'token',
      LAMBDA_TASK_ROOT: folder,
    },
    onOutput,
  });
};

type Variables = Readonly<Record<string, string>>;

/**
 * The addresses of AWS's services, by the SDK's names. This is all that a function is told otherwise than
 * by its template, and what that says must be true in AWS.
 */
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
 * What Lambda itself does as a function's role.
 *
 * See https://docs.aws.amazon.com/lambda/latest/dg/lambda-intro-execution-role.html
 */
export const callsOfLambda = (stack: Stack, id: string): readonly Call[] => {
  const { LogGroup } = stack.property<{ readonly LogGroup: string }>(id, 'LoggingConfig');
  const stream = arn('logs', `log-group:${LogGroup}:log-stream:any`);
  const tracing = stack.property<{ readonly Mode: string } | undefined>(id, 'TracingConfig');
  return [
    { action: 'logs:CreateLogStream', resources: [stream] },
    { action: 'logs:PutLogEvents', resources: [stream] },
    ...(tracing?.Mode === 'Active'
      ? [
          { action: 'xray:PutTraceSegments', resources: ['*'] },
          { action: 'xray:PutTelemetryRecords', resources: ['*'] },
        ]
      : []),
  ];
};
