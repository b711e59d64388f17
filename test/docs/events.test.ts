/** The events for `sam local invoke` are API Gateway's, and each endpoint answers its own. */
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { PutItemCommand } from '@aws-sdk/client-dynamodb';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { APIGatewayProxyEventV2WithJWTAuthorizer } from 'aws-lambda';
import { accountIdOf } from '../../functions/accounts/account-id.ts';
import { accountToItem } from '../../functions/accounts/account-item.ts';
import { newAccount } from '../../functions/accounts/changes.ts';
import { type Endpoint, endpoints, routeKey } from '../../lib/infrastructure/settings/endpoints.ts';
import { functionEnvironment } from '../../lib/infrastructure/settings/function-environment.ts';
import { defaultStage, stageNamed } from '../../lib/infrastructure/settings/stages.ts';
import {
  accountTableName,
  quotaTable,
  tablesOf,
} from '../../lib/infrastructure/settings/tables.ts';
import { toEvent } from '../../lib/local/event.ts';
import { localSettings } from '../../lib/local/local-settings.ts';
import { localCredentials, localTableName } from '../../lib/local/local-tables.ts';
import { toResponse } from '../../lib/local/response.ts';
import { localUserPool } from '../../lib/local/sign-in/user-pool.ts';
import { faults } from '../../lib/tools/verify/conformance.ts';
import type { Answer } from '../contract/client.ts';
import { clientOf } from '../support/account-tables.ts';
import { type BedrockStandIn, startBedrock } from '../support/bedrock-stand-in.ts';
import { startDatabase } from '../support/database.ts';
import { projectRoot } from '../support/service.ts';
import {
  answer,
  type SignInStandIn,
  someone,
  startSignInStandIn,
} from '../support/sign-in-stand-in.ts';

const folder = path.join(projectRoot, 'test/events');

const read = async (name: string) => JSON.parse(await readFile(path.join(folder, name), 'utf8'));

let database: string;
let bedrock: BedrockStandIn;
let signIn: SignInStandIn;

beforeAll(async () => {
  database = await startDatabase(tablesOf(accountStage));
  bedrock = await startBedrock();
  signIn = await startSignInStandIn();
  signIn.reply({ userinfo: answer({ ...someone, sub: caller }) });
});

afterAll(async () => {
  await bedrock.close();
  await signIn.close();
});

/** A stage with accounts, and the caller and key in its events. */
const accountStage = stageNamed('prod');
const caller = '5f0a7c1e-3d2b-4c9a-8e6f-1a2b3c4d5e6f';
const keyId = `${accountIdOf(caller)}-76d40c2b`;

/** Stores an account with the key for the caller. */
const putAccount = async () => {
  const client = clientOf(database);
  const now = Date.now();
  const ref = { id: accountIdOf(caller), sub: caller };
  const account = newAccount({ ...ref, email: 'someone@example.com', plan: 'free' }, now);
  const key = {
    hash: '76d40c2b'.repeat(8),
    start: 'amp_prod_2lj4',
    name: 'laptop',
    created_at: account.created_at,
  };
  const Item = accountToItem({ ...account, keys: [key] });
  await client.send(new PutItemCommand({ TableName: accountTableName(accountStage.name), Item }));
  client.destroy();
};

const successOf = ({ name }: Endpoint): number => {
  if (name === 'create-key' || name === 'rotate-key') return 201;
  return name === 'delete-account' ? 204 : 200;
};

type Event = APIGatewayProxyEventV2WithJWTAuthorizer;

test.each(endpoints)('the event of $name is answered by its function', async (endpoint) => {
  const { name, access } = endpoint;
  const event: Event = await read(`${name}.json`);
  expect(event.routeKey).toBe(routeKey(endpoint));
  const stage = access === 'account' ? accountStage : stageNamed(defaultStage);
  if (access === 'account') await putAccount();
  process.env = {
    ...localCredentials,
    ...functionEnvironment(endpoint, stage, {
      QUOTA_TABLE: localTableName(quotaTable),
      AWS_ENDPOINT_URL_DYNAMODB: database,
      AWS_ENDPOINT_URL_BEDROCK_RUNTIME: bedrock.url,
      SIGN_IN_ISSUER: signIn.url,
      USER_POOL: localUserPool,
      AWS_ENDPOINT_URL_COGNITO_IDENTITY_PROVIDER: signIn.url,
    }),
  };
  const { handler } = await import(`../../functions/endpoints/${name}/handler.ts`);
  const result = await handler(event, { getRemainingTimeInMillis: () => 15_000 });
  const { status, headers, body } = toResponse({ kind: 'result', result });
  expect(status).toBe(successOf(endpoint));
  if (access === 'account') return;
  const text = body.toString();
  expect(
    faults(
      { method: endpoint.method, path: endpoint.path, body: event.body ?? '' },
      {
        ...{ status, text, json: JSON.parse(text) },
        headers: { ...headers, 'apigw-requestid': 'by API Gateway' } as Answer['headers'],
      },
    ),
  ).toEqual([]);
});

test.each(endpoints)('the event of $name is that of its request', async (endpoint) => {
  const event: Event = await read(`${endpoint.name}.json`);
  const { requestContext, headers, body = '', pathParameters } = event;
  const { http } = requestContext;
  const made = toEvent(
    {
      method: http.method,
      path: http.path,
      query: event.rawQueryString,
      protocol: http.protocol,
      rawHeaders: Object.entries(headers)
        .filter(([header]) => !header.startsWith('x-forwarded-'))
        .flatMap(([header, value]) => [header, String(value)]),
      body: Buffer.from(body),
      sourceIp: http.sourceIp,
      port: 443,
    },
    {
      routeKey: event.routeKey,
      ...(pathParameters && { pathParameters: pathParameters as Record<string, string> }),
      requestId: requestContext.requestId,
      traceId: String(headers['x-amzn-trace-id']),
      time: requestContext.timeEpoch,
    },
  );
  const { accountId, apiId, domainName, domainPrefix, authorizer } = requestContext;
  expect(event).toEqual({
    ...made,
    headers: { ...made.headers, 'x-forwarded-proto': 'https' },
    requestContext: {
      ...made.requestContext,
      ...{ accountId, apiId, domainName, domainPrefix },
      ...(authorizer && { authorizer }),
    },
  });
  expect(authorizer?.jwt.claims.sub).toBe(endpoint.access === 'account' ? caller : undefined);
  const id = endpoint.path.includes('{id}') ? keyId : undefined;
  expect([pathParameters?.id, http.path]).toEqual([id, endpoint.path.replace('{id}', keyId)]);
});

test('there is an event for each endpoint, and one file of variables', async () => {
  const files = endpoints.map(({ name }) => `${name}.json`);
  expect((await readdir(folder)).sort()).toEqual([...files, 'environment.json'].sort());
});

test('the variables are those of functions, with the addresses of `npm start` outside the container', async () => {
  const { signInPort } = localSettings(['--stage', accountStage.name], {});
  const host = 'http://host.docker.internal';
  const ofTheSite = { BASE_URL: 'http://127.0.0.1:3001' };
  const variables = {
    ...ofTheSite,
    AWS_ENDPOINT_URL_DYNAMODB: `${host}:8000`,
    // Bedrock is off, since it costs. The address is for those who switch it on: sam's is wrong.
    INFERENCE_PROFILE: '',
    AWS_ENDPOINT_URL_BEDROCK_RUNTIME: 'https://bedrock-runtime.us-east-1.amazonaws.com',
    QUOTA_TABLE: localTableName(quotaTable),
    SIGN_IN_ISSUER: `${host}:${signInPort}`,
    USER_POOL: localUserPool,
    AWS_ENDPOINT_URL_COGNITO_IDENTITY_PROVIDER: `${host}:${signInPort}`,
  };
  expect(await read('environment.json')).toEqual({ Parameters: variables });
  // sam silently ignores variables that are not in the template.
  const known = endpoints.flatMap((endpoint) =>
    Object.keys(functionEnvironment(endpoint, accountStage, variables)),
  );
  expect([...known, ...Object.keys(ofTheSite)]).toEqual(
    expect.arrayContaining(Object.keys(variables)),
  );
});
