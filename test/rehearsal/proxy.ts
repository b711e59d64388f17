/** A proxy between the functions and AWS, which forwards only calls that the function's role allows. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { foundationModel } from '../../functions/emphasis/prompt.ts';
import { listen } from '../../lib/local/http.ts';
import { exchange } from '../support/dynamodb-wire.ts';
import { type Call, linesOf } from './policy.ts';
import { arn, place } from './stack.ts';

/** The first label of each service's host name, by the SDK's variable for its address. */
export const serviceHosts = {
  AWS_ENDPOINT_URL_DYNAMODB: 'dynamodb',
  AWS_ENDPOINT_URL_BEDROCK_RUNTIME: 'bedrock-runtime',
  AWS_ENDPOINT_URL_COGNITO_IDENTITY_PROVIDER: 'cognito-idp',
} as const;

/** The name of a service in the signatures of its requests. */
export type Service = 'dynamodb' | 'bedrock' | 'cognito-idp';

/** A running proxy. */
export interface Proxy {
  readonly url: string;
  readonly close: () => Promise<void>;
}

/**
 * Starts a proxy.
 *
 * @param targets - the addresses to forward to.
 * @param allows - whether a role allows what a line of `linesOf` says.
 * @param onFault - is called with what this proxy does not support.
 */
export const startProxy = async (
  targets: Readonly<Record<Service, string>>,
  allows: (line: string) => boolean,
  onFault: (line: string) => void,
): Promise<Proxy> => {
  const pass = async (request: IncomingMessage, response: ServerResponse) => {
    const body = await buffer(request);
    const signer = signerOf(request);
    // Priming opens connections with unsigned requests.
    if (signer === undefined) return response.writeHead(404).end();
    const { functionId, service } = signer;
    const lines = linesOf(functionId, callOf[service](request, body));
    if (!lines.map(allows).every(Boolean)) return refuse(response, service);
    const answer = await exchange(targets[service] + request.url, request.headers, body);
    return response.writeHead(answer.status, answer.headers).end(answer.body);
  };
  const server = createServer(async (request, response) => {
    try {
      await pass(request, response);
    } catch (error) {
      onFault(String(error));
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

/** The function that signed a request, and the service. */
const signerOf = ({ headers }: IncomingMessage) => {
  const [, functionId, region, service] =
    headers.authorization?.match(/Credential=([^/]+)\/\d+\/([^/]+)\/([^/]+)\//) ?? [];
  if (functionId === undefined) return undefined;
  if (region !== place.region || !(String(service) in callOf)) {
    throw new Error(`${service} in ${region} is not supported.`);
  }
  return { functionId, service: service as Service };
};

/** The regions that an inference profile may send a request to, by the prefix of its id. */
const profileRegions: Readonly<Record<string, readonly string[]>> = {
  us: ['us-east-1', 'us-east-2', 'us-west-2'],
};

/**
 * The permission that a request needs.
 *
 * https://docs.aws.amazon.com/service-authorization/latest/reference/list_amazondynamodb.html,
 * https://docs.aws.amazon.com/bedrock/latest/userguide/inference-profiles-prereq.html and
 * https://docs.aws.amazon.com/service-authorization/latest/reference/list_amazoncognitouserpools.html
 */
const callOf: Readonly<Record<Service, (request: IncomingMessage, body: Buffer) => Call>> = {
  dynamodb: (request, body) => ({
    action: `dynamodb:${operationOf(request)}`,
    resources: [arn('dynamodb', `table/${JSON.parse(body.toString()).TableName}`)],
  }),
  bedrock: ({ url = '' }) => {
    const profile = decodeURIComponent(url.split('/')[2] ?? '');
    const regions = profileRegions[String(profile.split('.')[0])];
    if (regions === undefined) throw new Error(`The profile ${profile} is not supported.`);
    const model = foundationModel(profile);
    return {
      action: 'bedrock:InvokeModel',
      resources: [
        arn('bedrock', `inference-profile/${profile}`),
        ...regions.map(
          (region) => `arn:${place.partition}:bedrock:${region}::foundation-model/${model}`,
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

/** Sends the error of a missing permission in each service's format. */
const refuse = (response: ServerResponse, service: Service) => {
  const type = 'AccessDeniedException';
  const __type = service === 'dynamodb' ? `com.amazon.coral.service#${type}` : type;
  return response
    .writeHead(service === 'bedrock' ? 403 : 400, { 'x-amzn-ErrorType': type })
    .end(JSON.stringify({ __type, message: 'The role does not allow it.' }));
};
