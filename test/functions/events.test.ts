/** The events for `sam local invoke`: each is one of API Gateway's, and each endpoint answers its own. */
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { type Bundle, type Bundles, buildBundles } from '../../lib/local/bundles.ts';
import { toEvent } from '../../lib/local/event.ts';
import { hostFunction } from '../../lib/local/host.ts';
import {
  createTables,
  localCredentials,
  localTableName,
  startDynamoDb,
} from '../../lib/local/local-dynamodb.ts';
import { toResponse } from '../../lib/local/response.ts';
import { apiEndpoints, functionId, routeKey } from '../../lib/settings/endpoints.ts';
import { functionEnvironment } from '../../lib/settings/function-environment.ts';
import { memoryMiB, timeoutSeconds } from '../../lib/settings/sizes.ts';
import { defaultStage, stageNamed } from '../../lib/settings/stages.ts';
import { quotaTable } from '../../lib/settings/tables.ts';
import { type BedrockStandIn, startBedrock } from '../bedrock-stand-in.ts';
import type { Answer } from '../contract/client.ts';
import { faults } from '../contract/conformance.ts';
import { projectRoot } from '../service.ts';

const folder = path.join(projectRoot, 'test/events');

const read = async (name: string) => JSON.parse(await readFile(path.join(folder, name), 'utf8'));

let dynamodb: Awaited<ReturnType<typeof startDynamoDb>>;
let bedrock: BedrockStandIn;
let bundles: Bundles;

beforeAll(async () => {
  dynamodb = await startDynamoDb(0);
  await createTables(dynamodb.url);
  bedrock = await startBedrock();
  bundles = await buildBundles(apiEndpoints.map(({ name }) => name));
});

afterAll(async () => {
  await dynamodb.close();
  await bedrock.close();
});

test.each(apiEndpoints)(
  'the event of $name is answered by its bundle, as the description says',
  async (endpoint) => {
    const { name } = endpoint;
    const event: APIGatewayProxyEventV2 = await read(`${name}.json`);
    expect(event.routeKey).toBe(routeKey(endpoint));
    const host = hostFunction({
      functionName: functionId(endpoint),
      memoryMiB,
      timeoutSeconds: timeoutSeconds(endpoint),
      environment: {
        ...localCredentials,
        ...functionEnvironment(endpoint, stageNamed(defaultStage), {
          QUOTA_TABLE: localTableName(quotaTable),
          AWS_ENDPOINT_URL_DYNAMODB: dynamodb.url,
          AWS_ENDPOINT_URL_BEDROCK_RUNTIME: bedrock.url,
        }),
      },
      ...(bundles.get(name) as Bundle),
    });
    const outcome = await host.invoke(event);
    await host.close();
    const { status, headers, body } = toResponse(outcome);
    expect(status).toBe(200);
    const text = body.toString();
    const answer = { status, text, json: JSON.parse(text) };
    expect(
      faults(
        { method: endpoint.method, path: endpoint.path, body: event.body ?? '' },
        {
          ...answer,
          headers: { ...headers, 'apigw-requestid': 'by API Gateway' } as Answer['headers'],
        },
      ),
    ).toEqual([]);
  },
);

test.each(apiEndpoints)('the event of $name is what its request becomes', async ({ name }) => {
  const event: APIGatewayProxyEventV2 = await read(`${name}.json`);
  const { requestContext, headers, body = '' } = event;
  const { http } = requestContext;
  const made = toEvent(
    {
      method: http.method,
      path: http.path,
      query: '',
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
      requestId: requestContext.requestId,
      traceId: String(headers['x-amzn-trace-id']),
      time: requestContext.timeEpoch,
    },
  );
  const { accountId, apiId, domainName, domainPrefix } = requestContext;
  expect(event).toEqual({
    ...made,
    headers: { ...made.headers, 'x-forwarded-proto': 'https' },
    requestContext: { ...made.requestContext, accountId, apiId, domainName, domainPrefix },
  });
});

test('there is an event for each endpoint, and one file of variables', async () => {
  const files = apiEndpoints.map(({ name }) => `${name}.json`);
  expect((await readdir(folder)).sort()).toEqual([...files, 'environment.json'].sort());
});

test('the variables are such as the template has, and lead to the local DynamoDB', async () => {
  expect(await read('environment.json')).toEqual({
    Parameters: {
      AWS_ENDPOINT_URL_DYNAMODB: 'http://127.0.0.1:8000',
      // A container that is started for each request has nobody to prime for.
      PRIMING: '',
      QUOTA_TABLE: localTableName(quotaTable),
    },
  });
});
