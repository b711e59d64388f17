/** Runs deployed functions from their assets, behind a proxy that forwards only calls to AWS that their roles allow. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { foundationModel } from '../../functions/emphasis/prompt.ts';
import { hostFunction } from '../../lib/local/host.ts';
import { exchange } from '../support/dynamodb-wire.ts';
import { serve } from '../support/serve.ts';
import { arn, region, type Stack } from './stack.ts';

/** The first label of each service's host name, by the SDK's variable for its address. */
const serviceHosts = {
  AWS_ENDPOINT_URL_DYNAMODB: 'dynamodb',
  AWS_ENDPOINT_URL_BEDROCK_RUNTIME: 'bedrock-runtime',
  AWS_ENDPOINT_URL_COGNITO_IDENTITY_PROVIDER: 'cognito-idp',
};

/**
 * Creates a function. Its access key is its logical id, so that the proxy knows its role.
 *
 * @param assets - the folder with the assets.
 * @param proxy - the address of the proxy to AWS.
 * @throws {Error} for an address of AWS that would be wrong there.
 */
export const runFunction = (stack: Stack, id: string, assets: string, proxy: string) => {
  const property = <Value>(name: string): Value => stack.property(id, name);
  const { S3Key } = property<{ readonly S3Key: string }>('Code');
  type Environment = { readonly Variables: Readonly<Record<string, string>> };
  const { Variables } = property<Environment>('Environment');
  for (const [variable, host] of Object.entries(serviceHosts)) {
    const address = Variables[variable] ?? '';
    if (!['', `https://${host}.${region}.amazonaws.com`].includes(address)) {
      throw new Error(`${variable} of ${id} is ${address}.`);
    }
  }
  return hostFunction({
    functionName: stack.ref(id),
    timeoutSeconds: property('Timeout'),
    folder: path.join(assets, `asset.${path.parse(S3Key).name}`),
    environment: {
      ...Variables,
      ...Object.fromEntries(Object.keys(serviceHosts).map((variable) => [variable, proxy])),
      AWS_REGION: region,
      AWS_ACCESS_KEY_ID: id,
      AWS_SECRET_ACCESS_KEY: 'secret',
      AWS_SESSION_TOKEN: 'token',
    },
    // Logs and metrics.
    onOutput: () => {},
  });
};

/** A line for each resource on which a function may do something, or does it. */
const formatLines = (id: string, action: string, resources: readonly string[]): readonly string[] =>
  resources.map((resource) => `${id}: ${action} on ${resource}`);

/**
 * What Lambda itself does with a function's role.
 *
 * https://docs.aws.amazon.com/lambda/latest/dg/lambda-intro-execution-role.html
 */
export const lambdaCalls = (stack: Stack, id: string): readonly string[] => {
  const { LogGroup } = stack.property<{ readonly LogGroup: string }>(id, 'LoggingConfig');
  return ['logs:CreateLogStream', 'logs:PutLogEvents'].flatMap((action) =>
    formatLines(id, action, [arn('logs', `log-group:${LogGroup}:*`)]),
  );
};

type Statement = Readonly<
  { Effect: string } & Record<'Action' | 'Resource', string | readonly string[]>
>;

/**
 * What a function's role allows, as far as the template uses IAM. Resources are compared as they are: a pattern other
 * than that of a log would allow no call.
 */
export const readPermissions = (stack: Stack, id: string): readonly string[] => {
  const [role = ''] = stack
    .ids('AWS::IAM::Role')
    .filter((name) => stack.attribute(name, 'Arn') === stack.property(id, 'Role'));
  if (stack.property(role, 'ManagedPolicyArns') || stack.property(role, 'Policies')) {
    throw new Error(`The policies of ${role} are not supported.`);
  }
  return stack
    .ids('AWS::IAM::Policy')
    .filter((name) => stack.property<readonly string[]>(name, 'Roles').includes(stack.ref(role)))
    .flatMap((name) => stack.property<{ Statement: Statement[] }>(name, 'PolicyDocument').Statement)
    .flatMap(({ Effect, Action, Resource, ...unsupported }) => {
      if (Effect !== 'Allow' || Object.keys(unsupported).length > 0) {
        throw new Error(`The policy statement of ${Action} is not supported.`);
      }
      return [Action].flat().flatMap((action) => formatLines(id, action, [Resource].flat()));
    });
};

/** The name of a service in the signatures of its requests. */
type Service = keyof typeof readResources;

/**
 * Starts a proxy. Resolves to its address.
 *
 * @param targets - the addresses to forward to.
 * @param allows - whether a role allows a call, in a line like those of `readPermissions`.
 * @param onFault - is called with what this proxy does not support.
 */
export const startProxy = (
  targets: Readonly<Record<Service, string>>,
  allows: (line: string) => boolean,
  onFault: (line: string) => void,
): Promise<string> => {
  const pass = async (request: IncomingMessage, response: ServerResponse) => {
    const { headers, url } = request;
    const body = await buffer(request);
    const [, id, place, name] =
      /Credential=([^/]+)\/\d+\/([^/]+)\/([^/]+)\//.exec(headers.authorization ?? '') ?? [];
    // Priming opens connections with unsigned requests.
    if (id === undefined) return response.writeHead(404).end();
    const service = name as Service;
    if (place !== region || !readResources[service])
      throw new Error(`${name} in ${place} is called.`);
    const operation = String(headers['x-amz-target']).replace(/^.*\./, '');
    const action = `${service}:${service === 'bedrock' ? 'InvokeModel' : operation}`;
    const resources = readResources[service](String(url), body);
    if (!formatLines(id, action, resources).map(allows).every(Boolean)) {
      return response.writeHead(403).end('{"__type":"AccessDeniedException"}');
    }
    const answer = await exchange(targets[service] + url, headers, body);
    return response.writeHead(answer.status, answer.headers).end(answer.body);
  };
  return serve((request, response) => {
    pass(request, response).catch((error) => {
      onFault(String(error));
      response.destroy();
    });
  });
};

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
const readResources = {
  dynamodb: (_: string, body: Buffer) => [
    arn('dynamodb', `table/${JSON.parse(body.toString()).TableName}`),
  ],
  bedrock: (url: string) => {
    const profile = decodeURIComponent(url.split('/')[2] ?? '');
    const regions = profileRegions[String(profile.split('.')[0])];
    if (regions === undefined) throw new Error(`The profile ${profile} is not supported.`);
    const model = `foundation-model/${foundationModel(profile)}`;
    return [
      arn('bedrock', `inference-profile/${profile}`),
      ...regions.map((region) => `arn:aws:bedrock:${region}::${model}`),
    ];
  },
  'cognito-idp': (_: string, body: Buffer) => [
    arn('cognito-idp', `userpool/${JSON.parse(body.toString()).UserPoolId}`),
  ],
};
