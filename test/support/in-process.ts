/** Runs functions in the test's process. */
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { toEvent } from '../../lib/local/event.ts';
import { localCredentials, localTableName } from '../../lib/local/local-tables.ts';
import { quotaTable } from '../../lib/settings/tables.ts';
import { startDatabase } from './database.ts';
import { startWire, type Wire } from './dynamodb-wire.ts';

export interface Backend {
  readonly wire: Wire;
  readonly close: () => Promise<void>;
}

/**
 * Starts a DynamoDB, and sets the environment of a function of a demo stage.
 *
 * @param limit Slots per day.
 */
export const startBackend = async (
  limit: number,
  more: Readonly<Record<string, string>> = {},
): Promise<Backend> => {
  const wire = await startWire(await startDatabase());
  Object.assign(process.env, localCredentials, more, {
    QUOTA_TABLE: localTableName(quotaTable),
    AWS_ENDPOINT_URL_DYNAMODB: wire.url,
    KEY_POLICY: 'demo',
    PLAN: JSON.stringify({ name: 'test', limit, windowSeconds: 86_400 }),
    REVOKED_KEY_HASHES: '[]',
  });
  return {
    wire,
    close: wire.close,
  };
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
