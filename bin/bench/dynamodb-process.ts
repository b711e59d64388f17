/**
 * A DynamoDB in a process of its own, which counts the calls that it gets. It tells its parent its
 * address, and then answers each message with the number of calls since the last.
 */
import { subscribe } from 'node:diagnostics_channel';
import { createTables, startDynamoDb } from '../../lib/local/local-dynamodb.ts';

let calls = 0;

const { url } = await startDynamoDb(0);
await createTables(url);
subscribe('http.server.request.start', () => {
  calls += 1;
});
process.on('message', () => {
  process.send?.(calls);
  calls = 0;
});
process.on('disconnect', () => process.exit());
process.send?.(url);
