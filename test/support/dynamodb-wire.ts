/** A DynamoDB, and a proxy for it that records calls and injects faults. */
import { once } from 'node:events';
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import type * as local from '../../lib/local/local-dynamodb.ts';
import type { Table } from '../../lib/settings/tables.ts';
import { atEnd, until } from './at-end.ts';
import { serve } from './serve.ts';

/** What happens to a call instead of being forwarded. */
export type Fault =
  /** Resets the connection. */
  | 'reset'
  /** Forwards it, and resets the connection. */
  | 'lose answer'
  /** Forwards it after the caller's time-out. */
  | 'late call'
  /** Forwards it twice, and returns the second response. */
  | 'twice'
  /** Forwards it, and delays the response. */
  | { readonly answerAfter: Promise<unknown> }
  | ErrorFault;

/** Returns an error with these fields; with `applied`, after forwarding it. */
interface ErrorFault {
  readonly status: number;
  readonly type: string;
  readonly fields?: object;
  readonly applied?: true;
}

/** A call; each retry is a call of its own. */
interface Call {
  readonly operation: string;
  readonly input: Readonly<Record<string, unknown>>;
  /** DynamoDB's response, once received. */
  outcome?: 'done' | 'refused' | 'failed';
  /** Whether the caller got DynamoDB's own response. */
  confirmed: boolean;
}

export type ChooseFault = (call: Call) => Fault | undefined;

export interface Wire {
  readonly url: string;
  /** All operations called, e.g. `UpdateItem`. */
  readonly calls: string[];
  readonly traffic: Call[];
  fault: Fault | ChooseFault | undefined;
  /** Waits until no call is in progress. */
  readonly settled: () => Promise<void>;
}

/** A fault for the next call only. */
export const failNext = (fault: Fault): ChooseFault => {
  let met = false;
  return () => {
    if (met) return undefined;
    met = true;
    return fault;
  };
};

/** Starts a proxy, until the end of the test file. */
export const startWire = async (target: string): Promise<Wire> => {
  let handling = 0;

  const handle = async (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const { socket, headers } = incoming;
    const operation = String(headers['x-amz-target']).replace(/^.*\./, '');
    // Priming.
    if (incoming.method === 'GET') return outgoing.end();
    wire.calls.push(operation);
    const body = await buffer(incoming);
    const call: Call = { operation, input: JSON.parse(body.toString()), confirmed: false };
    wire.traffic.push(call);
    const fault = typeof wire.fault === 'function' ? wire.fault(call) : wire.fault;
    const error = typeof fault === 'object' && 'type' in fault ? fault : undefined;

    if (fault === 'reset') return socket.resetAndDestroy();
    if (fault === 'late call' && !socket.destroyed) await once(outgoing, 'close');
    // The first is an additional, unconfirmed attempt.
    if (fault === 'twice') {
      wire.traffic.push({ ...call, outcome: readOutcome(await exchange(target, headers, body)) });
    }
    if (error && !error.applied) return send(outgoing, errorAnswer(error));
    const answer = await exchange(target, headers, body);
    call.outcome = readOutcome(answer);
    if (fault === 'late call') return;
    if (fault === 'lose answer') return outgoing.destroy();
    if (error) return send(outgoing, errorAnswer(error));
    if (typeof fault === 'object' && 'answerAfter' in fault) await fault.answerAfter;
    if (socket.destroyed) return;
    call.confirmed = call.outcome !== 'failed';
    send(outgoing, answer);
  };

  const url = await serve(async (incoming, outgoing) => {
    handling += 1;
    try {
      await handle(incoming, outgoing);
    } catch {
      // The caller or DynamoDB has disconnected.
      outgoing.destroy();
    } finally {
      handling -= 1;
    }
  });
  const wire: Wire = {
    url,
    calls: [],
    traffic: [],
    fault: undefined,
    settled: () => until(() => handling === 0),
  };
  return wire;
};

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer | string;
}

/** Those between two ends of a connection. */
const hopByHop = new Set(['connection', 'content-length', 'keep-alive', 'transfer-encoding']);

const endToEnd = (headers: Iterable<readonly [string, unknown]>) =>
  Object.fromEntries(
    [...headers].filter(([name]) => !hopByHop.has(name)).map(([name, value]) => [name, `${value}`]),
  );

/** Sends a request's headers and body to another address. */
export const exchange = async (
  target: string,
  headers: IncomingHttpHeaders,
  body: Buffer,
): Promise<Answer> => {
  const sent = { method: 'POST', headers: endToEnd(Object.entries(headers)), body };
  const response = await fetch(target, sent);
  const received = Buffer.from(await response.arrayBuffer());
  return { status: response.status, headers: endToEnd(response.headers), body: received };
};

const send = (outgoing: ServerResponse, { status, headers, body }: Answer): void => {
  outgoing.writeHead(status, headers).end(body);
};

const errorAnswer = ({ status, type, fields }: ErrorFault): Answer => ({
  status,
  headers: { 'content-type': 'application/x-amz-json-1.0' },
  body: JSON.stringify({ __type: `com.amazonaws.dynamodb.v20120810#${type}`, ...fields }),
});

/** The exception with which DynamoDB throttles a command. */
export const throttle = (reason: string, type = 'ProvisionedThroughputExceededException') => {
  const member = type === 'ThrottlingException' ? 'throttlingReasons' : 'ThrottlingReasons';
  const resource = 'arn:aws:dynamodb:eu-central-1:111122223333:table/quota';
  return { status: 400, type, fields: { [member]: [{ reason, resource }] } };
};

const readOutcome = ({ status, body }: Answer): Exclude<Call['outcome'], undefined> => {
  if (status === 200) return 'done';
  return body.includes('#ConditionalCheckFailedException') ? 'refused' : 'failed';
};

/** Starts a DynamoDB with these tables, until the end of the test file. Resolves to its URL. */
export const startDatabase = async (tables: readonly Table[]): Promise<string> => {
  const { startDynamoDb, createTables } = await outside<typeof local>(
    '../../lib/local/local-dynamodb.ts',
  );
  const { url, close } = await startDynamoDb(0);
  atEnd(close);
  await createTables(url, tables);
  return url;
};
