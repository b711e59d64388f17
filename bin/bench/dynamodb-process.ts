/**
 * A DynamoDB in a process of its own, which counts the calls that AWS would bill. Once it serves, it answers
 * each message with the number of calls since the last.
 */
import dynalite from 'dynalite';
import { listen } from '../../lib/local/listen.ts';
import { createTables } from '../../lib/local/local-dynamodb.ts';
import { serve } from './stand-in.ts';

let calls = 0;

const dynamodb = dynalite({ createTableMs: 0 });
await createTables(`http://127.0.0.1:${await listen(dynamodb, 0, 'PORT')}`);
serve((request, response) => {
  // A `GET` asks whether DynamoDB is well.
  if (request.method === 'POST') calls += 1;
  dynamodb.emit('request', request, response);
});
process.once('message', () => {
  process.on('message', () => {
    process.send?.(calls);
    calls = 0;
  });
});
