/** Runs deployed functions from their assets, behind a proxy that forwards only calls to AWS that their roles allow. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { foundationModel } from '../../functions/emphasis/prompt.ts';
import { hostFunction } from '../../lib/local/host.ts';
import { exchange } from '../support/dynamodb-wire.ts';
import { serve } from '../support/serve.ts';
import { arn, place, type Stack } from './stack.ts';

/** The first label of each service's host name, by the SDK's variable for its address. */
const serviceHosts = {
  AWS_ENDPOINT_URL_DYNAMODB: 'dynamodb',
  AWS_ENDPOINT_URL_BEDROCK_RUNTIME: 'bedrock-runtime',
  AWS_ENDPOINT_URL_COGNITO_IDENTITY_PROVIDER: 'cognito-idp',
} as const;

type Variables = Readonly<Record<string, string>>;

/**
 * Creates a function. Its access key is its logical id, so that the proxy knows its role.
 *
 * @param assets - the folder with the assets.
 * @param proxy - the address of the proxy to AWS.
 * @throws {Error} if its asset is missing, or its runtime or handler is not supported.
 */
export const runFunction = (stack: Stack, id: string, assets: string, proxy: string) => {
  const property = <Value>(name: string): Value => stack.property(id, name);
  const runtime = `nodejs${process.versions.node.split('.')[0]}.x`;
  if (property('Runtime') !== runtime || property('Handler') !== 'index.handler') {
    throw new Error(`${property('Runtime')}, ${property('Handler')} of ${id} is not supported.`);
  }
  const { S3Key } = property<{ readonly S3Key: string }>('Code');
  const { Variables } = property<{ readonly Variables: Variables }>('Environment');
  return hostFunction({
    functionName: stack.ref(id),
    timeoutSeconds: property('Timeout'),
    folder: path.join(assets, `asset.${path.parse(S3Key).name}`),
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

/** A line for each resource on which a function may do something, or does it. */
const linesOf = (id: string, action: string, resources: readonly string[]): readonly string[] =>
  resources.map((resource) => `${id}: ${action} on ${resource}`);

/**
 * What Lambda itself does with a function's role.
 *
 * https://docs.aws.amazon.com/lambda/latest/dg/lambda-intro-execution-role.html
 */
export const callsOfLambda = (stack: Stack, id: string): readonly string[] => {
  const { LogGroup } = stack.property<{ readonly LogGroup: string }>(id, 'LoggingConfig');
  return ['logs:CreateLogStream', 'logs:PutLogEvents'].flatMap((action) =>
    linesOf(id, action, [arn('logs', `log-group:${LogGroup}:*`)]),
  );
};

type Statement = Readonly<
  { Effect: string } & Record<'Action' | 'Resource', string | readonly string[]>
>;

/**
 * What a function's role allows, as far as the template uses IAM. Resources are compared as they are: a pattern other
 * than that of a log would allow no call.
 */
export const permissionsOf = (stack: Stack, id: string): readonly string[] => {
  const role = stack
    .ids('AWS::IAM::Role')
    .find((one) => stack.attribute(one, 'Arn') === stack.property(id, 'Role'));
  if (role === undefined) throw new Error(`${id} has no role.`);
  for (const name of ['ManagedPolicyArns', 'Policies']) {
    if (stack.property(role, name)) throw new Error(`${name} of ${role} is not supported.`);
  }
  return stack
    .ids('AWS::IAM::Policy')
    .filter((one) => stack.property<readonly string[]>(one, 'Roles').includes(stack.ref(role)))
    .flatMap((one) => stack.property<{ Statement: Statement[] }>(one, 'PolicyDocument').Statement)
    .flatMap(({ Effect, Action, Resource, ...others }) => {
      if (Effect !== 'Allow' || Object.keys(others).length > 0) {
        throw new Error(`The policy statement of ${Action} is not supported.`);
      }
      return [Action].flat().flatMap((action) => linesOf(id, action, [Resource].flat()));
    });
};

/** The name of a service in the signatures of its requests. */
type Service = keyof typeof resourcesOf;

/**
 * Starts a proxy. Resolves to its address.
 *
 * @param targets - the addresses to forward to.
 * @param allows - whether a role allows a call, in a line like those of `permissionsOf`.
 * @param onFault - is called with what this proxy does not support.
 */
export const startProxy = (
  targets: Readonly<Record<Service, string>>,
  allows: (line: string) => boolean,
  onFault: (line: string) => void,
): Promise<string> => {
  const pass = async (request: IncomingMessage, response: ServerResponse) => {
    const body = await buffer(request);
    const signer = signerOf(request);
    // Priming opens connections with unsigned requests.
    if (signer === undefined) return response.writeHead(404).end();
    const { id, service } = signer;
    const lines = linesOf(id, actionOf(request, service), resourcesOf[service](request, body));
    if (!lines.map(allows).every(Boolean)) {
      return response.writeHead(403).end('{"__type":"AccessDeniedException"}');
    }
    const answer = await exchange(targets[service] + request.url, request.headers, body);
    return response.writeHead(answer.status, answer.headers).end(answer.body);
  };
  return serve((request, response) => {
    pass(request, response).catch((error) => {
      onFault(String(error));
      response.destroy();
    });
  });
};

/** The function that signed a request, and the service. */
const signerOf = ({ headers }: IncomingMessage) => {
  const [, id, region, service] =
    headers.authorization?.match(/Credential=([^/]+)\/\d+\/([^/]+)\/([^/]+)\//) ?? [];
  if (id === undefined) return undefined;
  if (region !== place.region || !(String(service) in resourcesOf)) {
    throw new Error(`${service} in ${region} is not supported.`);
  }
  return { id, service: service as Service };
};

/** The permission that a request needs. */
const actionOf = ({ headers }: IncomingMessage, service: Service): string =>
  service === 'bedrock'
    ? 'bedrock:InvokeModel'
    : `${service}:${String(headers['x-amz-target']).replace(/^.*\./, '')}`;

/** The regions that an inference profile may send a request to, by the prefix of its id. */
const profileRegions: Readonly<Record<string, readonly string[]>> = {
  us: ['us-east-1', 'us-east-2', 'us-west-2'],
};

/**
 * The resources on which a request needs its permission.
 *
 * https://docs.aws.amazon.com/service-authorization/latest/reference/list_amazondynamodb.html,
 * https://docs.aws.amazon.com/bedrock/latest/userguide/inference-profiles-prereq.html and
 * https://docs.aws.amazon.com/service-authorization/latest/reference/list_amazoncognitouserpools.html
 */
const resourcesOf = {
  dynamodb: (_: IncomingMessage, body: Buffer) => [
    arn('dynamodb', `table/${JSON.parse(body.toString()).TableName}`),
  ],
  bedrock: ({ url = '' }: IncomingMessage) => {
    const profile = decodeURIComponent(url.split('/')[2] ?? '');
    const regions = profileRegions[String(profile.split('.')[0])];
    if (regions === undefined) throw new Error(`The profile ${profile} is not supported.`);
    const model = `foundation-model/${foundationModel(profile)}`;
    return [
      arn('bedrock', `inference-profile/${profile}`),
      ...regions.map((region) => `arn:${place.partition}:bedrock:${region}::${model}`),
    ];
  },
  'cognito-idp': (_: IncomingMessage, body: Buffer) => [
    arn('cognito-idp', `userpool/${JSON.parse(body.toString()).UserPoolId}`),
  ],
};
