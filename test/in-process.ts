/** What a function needs to run in the test's own process: its environment, a DynamoDB, and events. */
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { toEvent } from '../lib/local/event.ts';
import { localCredentials, localTableName } from '../lib/local/local-tables.ts';
import { quotaTable } from '../lib/settings/tables.ts';
import { startDatabase } from './database.ts';
import { startWire, type Wire } from './dynamodb-wire.ts';

/** A DynamoDB behind a wire that can be broken. */
export interface Backend {
  readonly wire: Wire;
  readonly close: () => Promise<void>;
}

/**
 * Starts a DynamoDB, and sets this process's environment as a function of a demo stage has it.
 *
 * @param limit - the slots of each key in a day.
 * @param more - further variables.
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

/**
 * The event of a request.
 *
 * @param rawHeaders - names and values in turn.
 */
export const eventOf = (
  routeKey: string,
  rawHeaders: readonly string[],
  body: string,
): APIGatewayProxyEventV2 => {
  const [method = '', path = ''] = routeKey.split(' ');
  return toEvent(
    {
      method,
      path,
      query: '',
      protocol: 'HTTP/1.1',
      rawHeaders,
      body: Buffer.from(body),
      sourceIp: '127.0.0.1',
      port: 443,
    },
    { routeKey, requestId: 'id', traceId: 'id', time: 0 },
  );
};
