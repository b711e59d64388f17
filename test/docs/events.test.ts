/** The events for `sam local invoke`: those of API Gateway, which the local server answers as requests. */
import { expect, test } from '@jest/globals';
import type { APIGatewayProxyEventV2WithJWTAuthorizer } from 'aws-lambda';
import { deriveAccountId } from '../../functions/keys/format.ts';
import { toEvent } from '../../lib/local/event.ts';
import { readLocalSettings } from '../../lib/local/local-settings.ts';
import { localUserPool } from '../../lib/local/sign-in/local-user-pool.ts';
import { apiEndpoints, endpoints, routeKey } from '../../lib/settings/endpoints.ts';
import { functionEnvironment, siteFunction, stageValues } from '../../lib/settings/functions.ts';
import { stageNamed } from '../../lib/settings/stages.ts';
import environment from '../sam/environment.json' with { type: 'json' };
import samples from '../sam/events.json' with { type: 'json' };
import { sharedDemo } from '../support/service.ts';

type Event = APIGatewayProxyEventV2WithJWTAuthorizer;

const events = samples as unknown as Readonly<Record<string, Event>>;

/** A stage with accounts, and the caller and key in its events. */
const accountStage = stageNamed('prod');
const caller = '5f0a7c1e-3d2b-4c9a-8e6f-1a2b3c4d5e6f';
const keyId = `${deriveAccountId(caller)}-76d40c2b`;

test.each([...apiEndpoints.map(({ name }) => name), 'site'])(
  'the request of the event of %s succeeds',
  async (name) => {
    const { rawPath, headers, body = null, requestContext } = events[name] as Event;
    const { method } = requestContext.http;
    const sent = { method, headers: headers as Record<string, string>, body };
    expect((await fetch(sharedDemo().url + rawPath, sent)).status).toBe(200);
  },
);

test.each(endpoints)('the event of $name is that of its request', (endpoint) => {
  const event = events[endpoint.name] as Event;
  const { requestContext, headers, body = '', pathParameters } = event;
  const { path, method } = requestContext.http;
  const made = toEvent({
    method,
    path,
    query: event.rawQueryString,
    headers: headers as Record<string, string>,
    body: Buffer.from(body),
    routeKey: routeKey(endpoint),
    ...(pathParameters && { pathParameters: pathParameters as Record<string, string> }),
    requestId: requestContext.requestId,
  });
  expect(event).toMatchObject(made);
  expect(requestContext.authorizer?.jwt.claims.sub).toBe(
    endpoint.access === 'account' ? caller : undefined,
  );
  const id = endpoint.path.includes('{id}') ? keyId : undefined;
  expect([pathParameters?.id, path]).toEqual([id, endpoint.path.replace('{id}', keyId)]);
});

test('the variables are those of functions, with the addresses of `npm start` outside the container', () => {
  const containers = { DYNAMODB_HOST: '172.17.0.1' };
  const settings = readLocalSettings(['--stage', accountStage.name], containers);
  const host = 'http://host.docker.internal';
  const variables = {
    BASE_URL: 'http://127.0.0.1:3001',
    AWS_ENDPOINT_URL_DYNAMODB: `${host}:${Object.values(settings.dynamodb)}`,
    // Bedrock is off, since it costs. The address is for those who switch it on: sam's is wrong.
    BEDROCK_MODEL: '',
    AWS_ENDPOINT_URL_BEDROCK_RUNTIME: 'https://bedrock-runtime.us-east-1.amazonaws.com',
    SIGN_IN_ISSUER: `${host}:${settings.signInPorts}`,
    USER_POOL: localUserPool,
    AWS_ENDPOINT_URL_COGNITO_IDENTITY_PROVIDER: `${host}:${settings.signInPorts}`,
  };
  expect(environment).toEqual({ Parameters: variables });
  // sam silently ignores variables that are not in the template.
  const values = { ...stageValues(accountStage), ...variables };
  const known = [siteFunction, ...endpoints].flatMap(({ needs }) =>
    Object.keys(functionEnvironment(needs, values)),
  );
  expect(known).toEqual(expect.arrayContaining(Object.keys(variables)));
});
