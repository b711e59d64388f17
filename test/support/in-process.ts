/** Runs functions in the test's process. */
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { counted } from '../../functions/request/needs.ts';
import { readSettings } from '../../functions/settings/needs.ts';
import { localCredentials } from '../../lib/local/developer-credentials.ts';
import { toEvent } from '../../lib/local/event.ts';
import { endpoints, routeKey } from '../../lib/settings/endpoints.ts';
import { functionEnvironment, stageValues } from '../../lib/settings/functions.ts';
import { stageNamed } from '../../lib/settings/stages.ts';
import { quotaTableName } from '../../lib/settings/tables.ts';
import { startAccountDatabase } from './account-tables.ts';
import { startDatabase, startWire } from './dynamodb-wire.ts';
import { startSignInStandIn, tokenOf } from './sign-in-stand-in.ts';

export type Backend = Awaited<ReturnType<typeof startBackend>>;

/**
 * Starts a DynamoDB, and sets the environment of a function of a demo stage.
 *
 * @param limit - slots per day.
 */
export const startBackend = async (limit: number, more: Readonly<Record<string, string>> = {}) => {
  const wire = await startWire(await startDatabase());
  Object.assign(process.env, localCredentials, more, {
    STAGE: 'test',
    QUOTA_TABLE: quotaTableName('prod'),
    AWS_ENDPOINT_URL_DYNAMODB: wire.url,
    KEYS: JSON.stringify({
      policy: 'demo',
      plan: { name: 'test', limit, windowSeconds: 86_400 },
      revokedHashes: [],
    }),
  });
  /** Of an endpoint that takes a slot. */
  const settings = readSettings(counted, process.env);
  return { wire, settings };
};

export const eventOf = (
  routeKey: string,
  headers: Readonly<Record<string, string>>,
  body: string,
): APIGatewayProxyEventV2 => {
  const [method = '', path = ''] = routeKey.split(' ');
  const request = { method, path, query: '', headers, body: Buffer.from(body) };
  return toEvent({ ...request, routeKey, requestId: 'id' });
};

export type AccountBackend = Awaited<ReturnType<typeof startAccountFunctions>>;

/** A request that the authorizer has accepted. */
export interface AccountCall {
  /** Default: `someone`. */
  readonly sub?: string;
  /** The key id in the path. */
  readonly key?: string;
  readonly body?: unknown;
}

let people = 0;

/** The `sub` of a new user. */
export const newPerson = (): string => {
  people += 1;
  return `person-${people}`;
};

/** Starts the dependencies, and sets the environment of `prod`'s functions. */
export const startAccountFunctions = async () => {
  const database = await startAccountDatabase();
  const signIn = await startSignInStandIn();
  const rows = endpoints.filter(({ access }) => access === 'account');
  const values = {
    ...stageValues(stageNamed('prod')),
    AWS_ENDPOINT_URL_DYNAMODB: database.wire.url,
    SIGN_IN_ISSUER: signIn.url,
    USER_POOL: 'pool',
    AWS_ENDPOINT_URL_COGNITO_IDENTITY_PROVIDER: signIn.url,
  };
  const environments = rows.map(({ needs }) => functionEnvironment(needs, values));
  Object.assign(process.env, localCredentials, ...environments);
  const invoke = async (
    name: string,
    event: APIGatewayProxyEventV2,
  ): Promise<APIGatewayProxyStructuredResultV2> => {
    const { handler } = await import(`../../functions/endpoints/${name}/handler.ts`);
    return handler(event, {});
  };
  return {
    database,
    signIn,
    invoke,
    call: async (name: string, { sub = 'someone', key, body }: AccountCall = {}) => {
      const row = rows.find((candidate) => candidate.name === name);
      const event = eventOf(
        row ? routeKey(row) : '',
        { authorization: `Bearer ${tokenOf(sub)}`, 'content-type': 'application/json' },
        typeof body === 'string' ? body : (JSON.stringify(body) ?? ''),
      );
      const authorizer = { jwt: { claims: { sub }, scopes: ['openid'] } };
      const {
        statusCode,
        headers = {},
        body: text,
      } = await invoke(name, {
        ...event,
        ...(key !== undefined && { pathParameters: { id: key } }),
        requestContext: { ...event.requestContext, authorizer } as typeof event.requestContext,
      });
      return {
        status: statusCode,
        headers,
        json: text === undefined ? undefined : JSON.parse(text),
      };
    },
  };
};
