/** Runs functions in the test's process. */
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { countedNeeds, readSettings } from '../../functions/environment/environment.ts';
import { toEvent } from '../../lib/local/event.ts';
import { quotaTableName } from '../../lib/settings/tables.ts';
import { startTables } from './account-tables.ts';

/**
 * Starts a DynamoDB, and sets the environment of a function of a demo stage.
 *
 * @param limit - slots per day.
 */
export const startBackend = async (limit: number, more: Readonly<Record<string, string>> = {}) => {
  const { wire } = await startTables();
  Object.assign(process.env, more, {
    STAGE: 'test',
    QUOTA_TABLE: quotaTableName('prod'),
    KEYS: JSON.stringify({
      policy: 'demo',
      plan: { name: 'demo', limit, windowSeconds: 86_400 },
      revokedHashes: [],
    }),
  });
  /** Of an endpoint that takes a slot. */
  const settings = readSettings(countedNeeds, process.env);
  return { wire, settings };
};

export const newEvent = (
  routeKey: string,
  headers: Readonly<Record<string, string>>,
  body: string,
): APIGatewayProxyEventV2 => {
  const [method = '', path = ''] = routeKey.split(' ');
  const request = { method, path, query: '', headers, body: Buffer.from(body) };
  return toEvent({ ...request, routeKey, requestId: 'id' });
};
