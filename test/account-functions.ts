/** The functions for accounts in the test's own process, with a DynamoDB and a sign-in that can be broken. */
import { localCredentials, localTableName } from '../lib/local/local-tables.ts';
import { type AccountEndpointName, endpoints, routeKey } from '../lib/settings/endpoints.ts';
import { functionEnvironment } from '../lib/settings/function-environment.ts';
import { stageNamed } from '../lib/settings/stages.ts';
import { quotaTable } from '../lib/settings/tables.ts';
import { type AccountDatabase, startAccountDatabase } from './account-tables.ts';
import { eventOf } from './in-process.ts';
import { type SignInStandIn, startSignInStandIn, tokenOf } from './sign-in-stand-in.ts';

/** What the functions stand on. */
export interface AccountBackend {
  readonly database: AccountDatabase;
  readonly signIn: SignInStandIn;
  readonly call: (name: AccountEndpointName, request?: AccountCall) => Promise<AccountAnswer>;
  readonly close: () => Promise<void>;
}

/** A request that the authorizer has let pass. */
export interface AccountCall {
  /** Whose it is: if not said, someone's. */
  readonly sub?: string;
  /** The id of the key that stands in the path. */
  readonly key?: string;
  /** What stands in the query. */
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** What a function answered. */
export interface AccountAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  // biome-ignore lint/suspicious/noExplicitAny: what a test expects of it says what it is.
  readonly json: any;
}

let people = 0;

/** The `sub` of somebody new. */
export const newPerson = (): string => {
  people += 1;
  return `person-${people}`;
};

/** Starts what the functions stand on, and sets this process's environment as those of `prod` have it. */
export const startAccountFunctions = async (): Promise<AccountBackend> => {
  const database = await startAccountDatabase();
  const signIn = await startSignInStandIn();
  const rows = endpoints.filter(({ access }) => access === 'account');
  const resources = {
    QUOTA_TABLE: localTableName(quotaTable),
    AWS_ENDPOINT_URL_DYNAMODB: database.wire.url,
    AWS_ENDPOINT_URL_BEDROCK_RUNTIME: '',
    SIGN_IN_ISSUER: signIn.url,
    USER_POOL: 'pool',
    AWS_ENDPOINT_URL_COGNITO_IDENTITY_PROVIDER: signIn.url,
  };
  const environments = rows.map((row) => functionEnvironment(row, stageNamed('prod'), resources));
  Object.assign(process.env, localCredentials, ...environments);
  return {
    database,
    signIn,
    call: async (name, { sub = 'someone', key, query, body } = {}) => {
      const row = rows.find((candidate) => candidate.name === name);
      const event = eventOf(
        row ? routeKey(row) : '',
        ['Authorization', `Bearer ${tokenOf(sub)}`, 'Content-Type', 'application/json'],
        body === undefined ? '' : JSON.stringify(body),
      );
      const { handler } = await import(`../functions/${name}/handler.ts`);
      const {
        statusCode,
        headers,
        body: text,
      } = await handler(
        {
          ...event,
          ...(key !== undefined && { pathParameters: { id: key } }),
          ...(query && { queryStringParameters: query }),
          requestContext: {
            ...event.requestContext,
            authorizer: { jwt: { claims: { sub }, scopes: ['openid'] } },
          },
        },
        {},
      );
      return {
        status: statusCode,
        headers,
        json: text === undefined ? undefined : JSON.parse(text),
      };
    },
    close: async () => {
      await signIn.close();
      await database.close();
    },
  };
};
