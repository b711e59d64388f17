/**
 * What stands between the functions and AWS: it lets through what a function's role allows, action by
 * action and resource by resource, and refuses the rest as AWS does.
 */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { foundationModel } from '../../functions/emphasis/inference-profile.ts';
import { listen } from '../../lib/local/listen.ts';
import { exchange } from '../dynamodb-wire.ts';
import { allows, type Statement, statementsOf } from './policy.ts';
import { arn, place, type Stack } from './stack.ts';

/** Something that is done as a role. */
export interface Call {
  /** E.g. `dynamodb:GetItem`. */
  readonly action: string;
  /** ARNs: the role must allow the action on each of them. */
  readonly resources: readonly string[];
}

/** The first part of each service's host name, by the variable in which an SDK looks for its address. */
export const serviceHosts = {
  AWS_ENDPOINT_URL_DYNAMODB: 'dynamodb',
  AWS_ENDPOINT_URL_BEDROCK_RUNTIME: 'bedrock-runtime',
  AWS_ENDPOINT_URL_COGNITO_IDENTITY_PROVIDER: 'cognito-idp',
} as const;

/** A service, by the name that its requests are signed for. */
export type Service = 'dynamodb' | 'bedrock' | 'cognito-idp';

/** A running proxy. */
export interface Proxy {
  readonly url: string;
  readonly close: () => Promise<void>;
}

/** What the policies of a function's role say. */
export const statementsFor = (stack: Stack, functionId: string): readonly Statement[] => {
  const role = stack
    .ids('AWS::IAM::Role')
    .find((id) => stack.attribute(id, 'Arn') === stack.property(functionId, 'Role'));
  return role ? statementsOf(stack, role) : [];
};

/** The calls among these that a function's role does not allow, each as a line. */
export const denied = (
  functionId: string,
  statements: readonly Statement[],
  calls: readonly Call[],
): string[] =>
  calls.flatMap(({ action, resources }) =>
    resources
      .filter((resource) => !allows(statements, action, resource))
      .map((resource) => `${functionId} may not ${action} on ${resource}`),
  );

/**
 * Starts a proxy.
 *
 * @param targets - what stands in for each service.
 * @param onRefusal - takes a line for each call that is not let through.
 */
export const startProxy = async (
  stack: Stack,
  targets: Readonly<Record<Service, string>>,
  onRefusal: (line: string) => void,
): Promise<Proxy> => {
  const known = new Map<string, readonly Statement[]>();
  const pass = async (request: IncomingMessage, response: ServerResponse) => {
    const body = await buffer(request);
    const signer = signerOf(request);
    // A function that is being started looks whether somebody is there.
    if (signer === undefined) return response.writeHead(404).end();
    const { functionId, service } = signer;
    const call = callOf[service](request, body);
    const statements = known.get(functionId) ?? statementsFor(stack, functionId);
    known.set(functionId, statements);
    const refusals = denied(functionId, statements, [call]);
    for (const line of refusals) onRefusal(line);
    if (refusals.length > 0) return refuse(response, service, String(refusals[0]));
    const answer = await exchange(targets[service] + request.url, request.headers, body);
    return response.writeHead(answer.status, answer.headers).end(answer.body);
  };
  const server = createServer(async (request, response) => {
    try {
      await pass(request, response);
    } catch (error) {
      onRefusal(String(error));
      response.destroy();
    }
  });
  return {
    url: `http://127.0.0.1:${await listen(server, 0, 'PORT')}`,
    close: async () => {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
};

/** Who signed a request, and for which service. */
const signerOf = ({ headers }: IncomingMessage) => {
  const [, functionId, region, service] =
    headers.authorization?.match(/Credential=([^/]+)\/\d+\/([^/]+)\/([^/]+)\//) ?? [];
  if (functionId === undefined) return undefined;
  if (region !== place.region || !(String(service) in callOf)) {
    throw new Error(`The rehearsal does not know ${service} in ${region}.`);
  }
  return { functionId, service: service as Service };
};

/** The regions that an inference profile may send a request to, by the geography that begins its id. */
const profileRegions: Readonly<Record<string, readonly string[]>> = {
  us: ['us-east-1', 'us-east-2', 'us-west-2'],
};

/**
 * What a request does, as the Service Authorization Reference has it.
 *
 * See https://docs.aws.amazon.com/service-authorization/latest/reference/list_amazondynamodb.html,
 * https://docs.aws.amazon.com/bedrock/latest/userguide/inference-profiles-prereq.html and
 * https://docs.aws.amazon.com/service-authorization/latest/reference/list_amazoncognitouserpools.html
 */
const callOf: Readonly<Record<Service, (request: IncomingMessage, body: Buffer) => Call>> = {
  dynamodb: (request, body) => {
    const { TableName, IndexName } = JSON.parse(body.toString());
    const table = arn('dynamodb', `table/${TableName}`);
    return {
      action: `dynamodb:${operationOf(request)}`,
      resources: [IndexName === undefined ? table : `${table}/index/${IndexName}`],
    };
  },
  bedrock: ({ url = '' }) => {
    const profile = decodeURIComponent(url.split('/')[2] ?? '');
    const regions = profileRegions[String(profile.split('.')[0])];
    if (regions === undefined) throw new Error(`The rehearsal does not know ${profile}.`);
    return {
      action: 'bedrock:InvokeModel',
      resources: [
        arn('bedrock', `inference-profile/${profile}`),
        ...regions.map(
          (region) =>
            `arn:${place.partition}:bedrock:${region}::foundation-model/${foundationModel(profile)}`,
        ),
      ],
    };
  },
  'cognito-idp': (request, body) => ({
    action: `cognito-idp:${operationOf(request)}`,
    resources: [arn('cognito-idp', `userpool/${JSON.parse(body.toString()).UserPoolId}`)],
  }),
};

const operationOf = ({ headers }: IncomingMessage): string =>
  String(headers['x-amz-target']).replace(/^.*\./, '');

/** Answers as each service does to who may not do what they ask for. */
const refuse = (response: ServerResponse, service: Service, line: string) => {
  const type = 'AccessDeniedException';
  if (service === 'bedrock') {
    response.writeHead(403, { 'content-type': 'application/json', 'x-amzn-ErrorType': type });
    return response.end(JSON.stringify({ message: line }));
  }
  const __type = service === 'dynamodb' ? `com.amazon.coral.service#${type}` : type;
  response.writeHead(400, { 'content-type': 'application/x-amz-json-1.0' });
  return response.end(JSON.stringify({ __type, Message: line }));
};
