/** The account endpoints in the test's process, with a DynamoDB and a sign-in that can fail. */
import { inspect } from 'node:util';
import { afterEach, beforeAll, beforeEach, expect, jest } from '@jest/globals';
import { acceptedKeysReader } from '../../functions/accounts/account.ts';
import { accountStore } from '../../functions/accounts/store.ts';
import type { AccountEndpointName } from '../../functions/endpoints/list.ts';
import { issuedPolicy } from '../../functions/keys/policy.ts';
import { localCredentials } from '../../lib/local/developer-credentials.ts';
import { endpoints, routeKey } from '../../lib/settings/endpoints.ts';
import { functionEnvironment, stageValues } from '../../lib/settings/functions.ts';
import { stageNamed } from '../../lib/settings/stages.ts';
import {
  type AccountDatabase,
  accountTable,
  limits,
  plans,
  refOf,
  startAccountDatabase,
} from './account-tables.ts';
import { eventOf } from './in-process.ts';
import { type SignInStandIn, startSignInStandIn, tokenOf } from './sign-in-stand-in.ts';

export interface AccountBackend {
  readonly database: AccountDatabase;
  readonly signIn: SignInStandIn;
  readonly call: (name: AccountEndpointName, request?: AccountCall) => Promise<AccountAnswer>;
}

/** A request that the authorizer has accepted. */
export interface AccountCall {
  /** Default: `someone`. */
  readonly sub?: string;
  /** The key id in the path. */
  readonly key?: string;
  readonly body?: unknown;
}

interface AccountAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  // biome-ignore lint/suspicious/noExplicitAny: tests check what they expect.
  readonly json: any;
}

let people = 0;

/** The `sub` of a new user. */
export const newPerson = (): string => {
  people += 1;
  return `person-${people}`;
};

/** Starts the dependencies, and sets the environment of `prod`'s functions. */
export const startAccountFunctions = async (): Promise<AccountBackend> => {
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
  return {
    database,
    signIn,
    call: async (name, { sub = 'someone', key, body } = {}) => {
      const row = rows.find((candidate) => candidate.name === name);
      const event = eventOf(
        row ? routeKey(row) : '',
        { authorization: `Bearer ${tokenOf(sub)}`, 'content-type': 'application/json' },
        body === undefined ? '' : JSON.stringify(body),
      );
      const { handler } = await import(`../../functions/endpoints/${name}/handler.ts`);
      const {
        statusCode,
        headers,
        body: text,
      } = await handler(
        {
          ...event,
          ...(key !== undefined && { pathParameters: { id: key } }),
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
  };
};

/** Starts the account endpoints, with a new user in each test, and checks that no log has the user or a key. */
export const accountSuite = () => {
  const suite = {
    backend: {} as AccountBackend,
    sub: '',
    logged: (level: 'error' | 'info') =>
      inspect(jest.mocked(console[level]).mock.calls, { depth: 20 }),
    /** The logged changes. */
    changes: () => jest.mocked(console.info).mock.calls.flat(),
    call: (name: Parameters<AccountBackend['call']>[0], request: AccountCall = {}) =>
      suite.backend.call(name, { sub: suite.sub, ...request }),
    operator: (change: Parameters<ReturnType<typeof accountStore>['change']>[2]) =>
      accountStore(suite.backend.database.client, accountTable).change(
        { id: refOf(suite.sub).id },
        { change: 'operator' },
        change,
      ),
    /** Creates an account with a key. */
    openWithKey: async (): Promise<{ readonly id: string; readonly key: string }> => {
      await suite.call('open-account');
      const { json } = await suite.call('create-key', { body: { name: 'laptop' } });
      return { id: json.item.id, key: json.key };
    },
    /** Whether a new function accepts a key. */
    isAccepted: async (key: string): Promise<boolean> => {
      const read = acceptedKeysReader(suite.backend.database.client, accountTable);
      return (await issuedPolicy({ stage: 'prod', plans, ...limits, read })(key)) !== undefined;
    },
  };

  beforeAll(async () => {
    suite.backend = await startAccountFunctions();
  });

  beforeEach(() => {
    jest.spyOn(console, 'error').mockImplementation(() => {});
    jest.spyOn(console, 'info').mockImplementation(() => {});
    suite.sub = newPerson();
    suite.backend.signIn.reply();
    suite.backend.database.wire.calls.length = 0;
  });

  afterEach(() => {
    suite.backend.database.wire.fault = undefined;
    expect(suite.logged('error') + suite.logged('info')).not.toMatch(
      /secret|person-|example\.com|amp_prod_/,
    );
    jest.restoreAllMocks();
  });
  return suite;
};
