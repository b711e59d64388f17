/** Neither a key nor a text of a caller is ever written down. */

import { DynamoDBClient, ScanCommand } from '@aws-sdk/client-dynamodb';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { localCredentials, localTableName, startDynamoDb } from '../../lib/local/local-dynamodb.ts';
import { quotaTable } from '../../lib/settings/tables.ts';
import { startWire, type Wire } from '../dynamodb-wire.ts';
import { type Service, startService } from '../service.ts';
import { type Answer, longWindow, post, rateLimits, send } from './client.ts';

const key = 'SECRET-key';
const text = 'SECRET-text';
/** Both in small letters, in capitals, and as base64 may carry them. */
const secret = /secret|U0VDUkVU|NFQ1JFV|TRUNSRV/i;

let dynamodb: Awaited<ReturnType<typeof startDynamoDb>>;
let wire: Wire;
let service: Service;

beforeAll(async () => {
  dynamodb = await startDynamoDb(0);
  wire = await startWire(dynamodb.url);
  const env = { ...longWindow, QUOTA_LIMIT: '10', AWS_ENDPOINT_URL_DYNAMODB: wire.url };
  service = await startService({ env });
});

afterAll(async () => {
  await wire.close();
  await dynamodb.close();
});

test('not in the output, whatever becomes of a request, and not in the table', async () => {
  const shout = (body: unknown) => post(service.url, '/v1/shout', key, body);
  const answers: Answer[] = [
    await shout({ text }),
    await shout(`{"text":"${text}`),
    await shout(`{"text":["${text}"]}`),
    await shout(`"${text}"`),
    await shout(`{"__proto__":"${text}"}`),
    await shout(`${'['.repeat(1_001)}"${text}`),
    await shout(text.repeat(1_000)),
    await send(service.url, {
      path: `/v1/whisper?key=${key}&text=${text}`,
      headers: { 'X-API-Key': key, 'Content-Type': `text/${text}`, Cookie: key, [text]: text },
      body: text,
    }),
    await rateLimits(service.url, key),
  ];
  for (const fault of [
    'hang',
    { status: 500, type: 'InternalServerError' },
    { status: 400, type: 'AccessDeniedException' },
  ] as const) {
    wire.fault = fault;
    answers.push(...(await Promise.all([shout({ text }), rateLimits(service.url, key)])));
  }
  wire.fault = undefined;
  answers.push(await shout({ text }), await shout({ text }), await shout({ text }));
  expect(answers.map(({ status }) => status)).toEqual([
    ...[200, 422, 422, 422, 422, 422, 413, 422, 200],
    ...[503, 503, 503, 503, 503, 503],
    ...[200, 200, 429],
  ]);
  for (const { headers } of answers) expect(JSON.stringify(headers)).not.toMatch(secret);

  await service.stop();
  const output = service.output();
  expect(output).toContain('/v1/shout 429');
  expect(output).toContain('AccessDeniedException');
  expect(output).not.toMatch(secret);

  const client = new DynamoDBClient({
    endpoint: dynamodb.url,
    region: localCredentials.AWS_REGION,
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
  });
  const { Items = [] } = await client.send(
    new ScanCommand({ TableName: localTableName(quotaTable) }),
  );
  client.destroy();
  expect(Items).toHaveLength(1);
  expect(JSON.stringify(Items)).not.toMatch(secret);
});
