/** The events for `sam local invoke`: those of API Gateway, which the local server answers as requests. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import type { APIGatewayProxyEventV2WithJWTAuthorizer } from 'aws-lambda';
import { accountIdOf } from '../../functions/keys/format.ts';
import { toEvent } from '../../lib/local/event.ts';
import { localSettings } from '../../lib/local/local-settings.ts';
import { localUserPool } from '../../lib/local/sign-in/local-user-pool.ts';
import { apiEndpoints, endpoints, routeKey } from '../../lib/settings/endpoints.ts';
import { functionEnvironment, stageValues } from '../../lib/settings/functions.ts';
import { stageNamed } from '../../lib/settings/stages.ts';
import { send } from '../contract/checks/described.ts';
import { projectRoot, sharedDemo } from '../support/service.ts';

const read = async (name: string) =>
  JSON.parse(await readFile(path.join(projectRoot, `test/events/${name}.json`), 'utf8'));

/** A stage with accounts, and the caller and key in its events. */
const accountStage = stageNamed('prod');
const caller = '5f0a7c1e-3d2b-4c9a-8e6f-1a2b3c4d5e6f';
const keyId = `${accountIdOf(caller)}-76d40c2b`;

type Event = APIGatewayProxyEventV2WithJWTAuthorizer;

test.each(apiEndpoints)('the request of the event of $name succeeds', async (endpoint) => {
  const event: Event = await read(endpoint.name);
  expect(event.routeKey).toBe(routeKey(endpoint));
  const { host: _, ...headers } = event.headers as Record<string, string>;
  const { method } = event.requestContext.http;
  await send(sharedDemo().url, { method, path: event.rawPath, headers, body: event.body }, 200);
});

test('the request of the event of the site succeeds', async () => {
  const { rawPath }: Event = await read('site');
  expect((await fetch(sharedDemo().url + rawPath)).status).toBe(200);
});

test.each(endpoints)('the event of $name is that of its request', async (endpoint) => {
  const event: Event = await read(endpoint.name);
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
  expect(await read('environment')).toEqual({ Parameters: variables });
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
