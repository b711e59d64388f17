/** The events for `sam local invoke` are API Gateway's, and each endpoint answers its own. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, expect, test } from '@jest/globals';
import type { APIGatewayProxyEventV2WithJWTAuthorizer } from 'aws-lambda';
import { decodeJwt } from 'jose';
import { accountIdOf } from '../../functions/keys/format.ts';
import { localCredentials } from '../../lib/local/developer-credentials.ts';
import { toEvent } from '../../lib/local/event.ts';
import { hostFunction } from '../../lib/local/host.ts';
import { localSettings } from '../../lib/local/local-settings.ts';
import { toResponse } from '../../lib/local/response.ts';
import { localUserPool } from '../../lib/local/sign-in/user-pool.ts';
import {
  apiEndpoints,
  type Endpoint,
  endpoints,
  functionId,
  routeKey,
} from '../../lib/settings/endpoints.ts';
import {
  functionEnvironment,
  functionOf,
  siteFunction,
  stageValues,
} from '../../lib/settings/functions.ts';
import { defaultStage, stageNamed } from '../../lib/settings/stages.ts';
import { type Answer, faults } from '../contract/client.ts';
import {
  projectRoot,
  type SharedService,
  sharedDemo,
  sharedProduction,
} from '../support/service.ts';
import { newAddress, signIn } from '../support/sign-in.ts';
import { assetOf, everyStage, readTemplate } from '../support/synth.ts';
import { readPage, section } from './pages.ts';

const folder = path.join(projectRoot, 'test/events');

const read = async (name: string) => JSON.parse(await readFile(path.join(folder, name), 'utf8'));

/** A stage with accounts, and the caller and key in its events. */
const accountStage = stageNamed('prod');
const caller = '5f0a7c1e-3d2b-4c9a-8e6f-1a2b3c4d5e6f';
const keyId = `${accountIdOf(caller)}-76d40c2b`;

type Event = APIGatewayProxyEventV2WithJWTAuthorizer;

let demo: SharedService;
let production: SharedService;
let assembly: string;
/** What the functions have written. */
let output = '';

beforeAll(async () => {
  [demo, production, { folder: assembly }] = await Promise.all([
    sharedDemo(),
    sharedProduction(),
    everyStage(),
  ]);
});

/**
 * Invokes a built function like `sam local`, and again after a 503: on a busy machine, DynamoDB or the sign-in may take
 * longer than the function waits. Its addresses are not those that the service itself has.
 */
const invoke = async (endpoint: Endpoint, event: Event) => {
  const { name, access } = endpoint;
  const service = access === 'account' ? production : demo;
  const { Parameters } = JSON.parse(
    (await readFile(path.join(folder, 'environment.json'), 'utf8'))
      .replaceAll('http://host.docker.internal:8000', service.dynamodbUrl)
      .replaceAll(
        'http://host.docker.internal:3002',
        service.signInUrl.replace('localhost', '127.0.0.1'),
      ),
  );
  const stage = access === 'account' ? accountStage : stageNamed(defaultStage);
  const host = hostFunction({
    functionName: name,
    timeoutSeconds: functionOf(endpoint).timeoutSeconds,
    folder: assetOf(assembly, await readTemplate(assembly, stage.name), functionId(endpoint)),
    onOutput: (text) => {
      output += text;
    },
    environment: {
      ...localCredentials,
      ...functionEnvironment(endpoint.needs, { ...stageValues(stage), ...Parameters }),
    },
  });
  let response = toResponse(await host.invoke(event));
  for (let tries = 1; response.status === 503 && tries < 10; tries += 1) {
    response = toResponse(await host.invoke(event));
  }
  await host.close();
  return response;
};

test.each(apiEndpoints)('the event of $name succeeds', async (endpoint) => {
  const event: Event = await read(`${endpoint.name}.json`);
  expect(event.routeKey).toBe(routeKey(endpoint));
  const { status, headers, body } = await invoke(endpoint, event);
  const text = body.toString();
  expect(status).toBe(200);
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

test('the event of the site succeeds', async () => {
  const environment = JSON.parse(await readFile(path.join(folder, 'environment.json'), 'utf8'));
  const host = hostFunction({
    functionName: siteFunction.name,
    timeoutSeconds: siteFunction.timeoutSeconds,
    folder: assetOf(assembly, await readTemplate(assembly, defaultStage), siteFunction.id),
    environment: functionEnvironment(siteFunction.needs, {
      ...stageValues(stageNamed(defaultStage)),
      ...environment.Parameters,
    }),
  });
  const { status, headers } = toResponse(await host.invoke(await read('site.json')));
  await host.close();
  expect([status, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
});

const named = (name: string) => endpoints.find((endpoint) => endpoint.name === name) as Endpoint;

const dashboard = endpoints.filter(({ access }) => access === 'account');

const withSam = section(readPage('docs/contributing.md'), 'with-sam-local');

test('docs/contributing.md names the statuses of the events of the dashboard', async () => {
  const [, others] = /the others (\d{3})/.exec(withSam) ?? [];
  const stated = [...withSam.matchAll(/`([\w-]+)` (?:gets )?(\d{3})/g)];
  const statuses = new Map(stated.map(([, name, status]) => [name, Number(status)]));
  // Afterwards, all others get a 410.
  const deletes = ({ name }: Endpoint) => Number(name === 'delete-account');
  const ordered = dashboard.toSorted((one, other) => deletes(one) - deletes(other));
  for (const endpoint of ordered) {
    const { name } = endpoint;
    const { status } = await invoke(endpoint, await read(`${name}.json`));
    expect([name, status]).toEqual([name, statuses.get(name) ?? Number(others)]);
  }
  const { status } = await invoke(named('account'), await read('account.json'));
  expect(withSam).toContain(`(${status} after \`delete-account\`)`);
  expect(output).toContain("change: 'delete'");
});

test('the event of open-account succeeds with the token and the `sub` of a person who is signed in', async () => {
  const event = await read('open-account.json');
  const token = await signIn(production, newAddress());
  event.headers.authorization = `Bearer ${token}`;
  event.requestContext.authorizer.jwt.claims.sub = decodeJwt(token).sub;
  expect((await invoke(named('open-account'), event)).status).toBe(200);
});

test.each(endpoints)('the event of $name is that of its request', async (endpoint) => {
  const event: Event = await read(`${endpoint.name}.json`);
  const { requestContext, headers, body = '', pathParameters } = event;
  const { http } = requestContext;
  const made = toEvent({
    method: http.method,
    path: http.path,
    query: event.rawQueryString,
    headers: headers as Record<string, string>,
    body: Buffer.from(body),
    routeKey: event.routeKey,
    ...(pathParameters && { pathParameters: pathParameters as Record<string, string> }),
    requestId: requestContext.requestId,
  });
  const { routeKey, requestId, http: sent } = made.requestContext;
  expect(event).toEqual({
    ...made,
    requestContext: { ...requestContext, routeKey, requestId, http: { ...http, ...sent } },
  });
  expect(requestContext.authorizer?.jwt.claims.sub).toBe(
    endpoint.access === 'account' ? caller : undefined,
  );
  const id = endpoint.path.includes('{id}') ? keyId : undefined;
  expect([pathParameters?.id, http.path]).toEqual([id, endpoint.path.replace('{id}', keyId)]);
});

test('the variables are those of functions, with the addresses of `npm start` outside the container', async () => {
  const { signInPort } = localSettings(['--stage', accountStage.name], {});
  const host = 'http://host.docker.internal';
  const ofTheSite = { BASE_URL: 'http://127.0.0.1:3001' };
  const variables = {
    ...ofTheSite,
    AWS_ENDPOINT_URL_DYNAMODB: `${host}:8000`,
    // Bedrock is off, since it costs. The address is for those who switch it on: sam's is wrong.
    BEDROCK_MODEL: '',
    AWS_ENDPOINT_URL_BEDROCK_RUNTIME: 'https://bedrock-runtime.us-east-1.amazonaws.com',
    SIGN_IN_ISSUER: `${host}:${signInPort}`,
    USER_POOL: localUserPool,
    AWS_ENDPOINT_URL_COGNITO_IDENTITY_PROVIDER: `${host}:${signInPort}`,
  };
  expect(await read('environment.json')).toEqual({ Parameters: variables });
  // sam silently ignores variables that are not in the template.
  const known = endpoints.flatMap((endpoint) =>
    Object.keys(
      functionEnvironment(endpoint.needs, { ...stageValues(accountStage), ...variables }),
    ),
  );
  expect([...known, ...Object.keys(ofTheSite)]).toEqual(
    expect.arrayContaining(Object.keys(variables)),
  );
});
