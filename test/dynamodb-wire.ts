/** A wire to DynamoDB that can be watched and broken, for tests. */
import { once } from 'node:events';
import {
  Agent,
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  request,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import { until } from './until.ts';

/** What the wire does with a call instead of handing it on and giving the answer. */
export type Fault =
  /** Takes it and never answers. */
  | 'hang'
  /** Resets the connection, and hands nothing on. */
  | 'reset'
  /** Hands it on, and loses the answer. */
  | 'lose answer'
  /** Hands it on, and never answers. */
  | 'late answer'
  /** Hands it on when the caller has given up. */
  | 'late call'
  /** Hands it on twice, and gives the second answer. */
  | 'twice'
  /**
   * Hands it on, and gives the answer after {@link trickleTicks} blanks, which come so fast that only a
   * limit to the whole call ends the wait.
   */
  | 'trickle'
  /** Hands it on, and keeps the answer until the promise is fulfilled. */
  | { readonly answerAfter: Promise<unknown> }
  /** Answers with an error of DynamoDB; where `applied` says so, after handing it on. */
  | { readonly status: number; readonly type: string; readonly applied?: true };

/** How many blanks come before an answer that trickles, and how many milliseconds lie between two: 3 s in all. */
const trickleTicks = 30;
const trickleInterval = 100;

/** A call that was seen, each repetition by itself. */
export interface Call {
  readonly operation: string;
  /** What it says, as it came over the wire. */
  readonly input: Readonly<Record<string, unknown>>;
  /** Of an update of a quota: what it does, and in which partition. */
  readonly slot?: { readonly change: 'take' | 'return'; readonly partition: string };
  /** What DynamoDB said to it, as soon as it has. */
  outcome?: 'done' | 'refused' | 'failed';
  /** Whether the caller got that. An answer that the caller no longer waited for does not count. */
  confirmed: boolean;
}

/** Chooses a fault for a call, or none. */
export type FaultOf = (call: Call) => Fault | undefined;

/** A running wire. */
export interface Wire {
  readonly url: string;
  /** The operations that were called, e.g. `UpdateItem`, whether or not they were handed on. */
  readonly calls: string[];
  /** The same calls, and what became of them. */
  readonly traffic: Call[];
  fault: Fault | FaultOf | undefined;
  /** Waits until nothing is being handed on. */
  readonly settled: () => Promise<void>;
  /** Refuses connections, until it is opened again. */
  readonly close: () => Promise<void>;
  readonly open: () => Promise<void>;
}

/** Makes a fault that only the next call meets. */
export const next = (fault: Fault): FaultOf => {
  let met = false;
  return () => {
    if (met) return undefined;
    met = true;
    return fault;
  };
};

/**
 * Runs a scenario that says what is left of a quota. It can say so only where DynamoDB confirmed every
 * call; where an answer came too late, on a machine with much else to do, the scenario is run again.
 * Each run needs keys of its own.
 */
export const whenConfirmed = async (wire: Wire, scenario: () => Promise<void>): Promise<void> => {
  for (let run = 1; ; run += 1) {
    const seen = wire.traffic.length;
    try {
      return await scenario();
    } catch (error) {
      if (run === 10 || wire.traffic.slice(seen).every(({ confirmed }) => confirmed)) throw error;
    }
  }
};

/** Counts the attempts to take or return a slot of a partition to which the caller got no answer. */
export const unconfirmed = ({ traffic }: Wire, partition: string): number =>
  traffic.filter(({ slot, confirmed }) => slot?.partition === partition && !confirmed).length;

/** Starts a wire to the DynamoDB at `target`. */
export const startWire = async (target: string): Promise<Wire> => {
  let port = 0;
  let handling = 0;
  const agent = new Agent({ keepAlive: true });
  /** The last call on a connection, while nothing shows that its answer was read. */
  const last = new WeakMap<Socket, Call>();

  const handle = async (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const { socket, headers } = incoming;
    const operation = String(headers['x-amz-target']).replace(/^.*\./, '');
    wire.calls.push(operation);
    // Who sends another call on the connection has read the answer before.
    last.delete(socket);
    const body = await buffer(incoming);
    const input = JSON.parse(body.toString());
    const call: Call = { operation, input, ...slotOf(input), confirmed: false };
    wire.traffic.push(call);
    const fault = typeof wire.fault === 'function' ? wire.fault(call) : wire.fault;

    const handOn = async () => {
      const answer = await exchange(target, headers, body, agent);
      call.outcome = outcomeOf(answer);
      return answer;
    };
    const give = ({ status, headers, body }: Answer) => {
      if (socket.destroyed) return;
      call.confirmed = call.outcome === 'done' || call.outcome === 'refused';
      last.set(socket, call);
      outgoing.writeHead(status, headers).end(body);
    };

    switch (fault) {
      case 'hang':
        return;
      case 'reset':
        socket.resetAndDestroy();
        return;
      case 'lose answer':
        await handOn();
        outgoing.destroy();
        return;
      case 'late answer':
        await handOn();
        return;
      case 'late call':
        if (!socket.destroyed) await once(outgoing, 'close');
        await handOn();
        return;
      case 'twice':
        // One more attempt, to which nobody gets an answer.
        wire.traffic.push({
          ...call,
          outcome: outcomeOf(await exchange(target, headers, body, agent)),
        });
        give(await handOn());
        return;
      case 'trickle': {
        const answer = await handOn();
        outgoing.writeHead(answer.status, { 'content-type': answer.headers['content-type'] });
        for (let tick = 0; tick < trickleTicks && !socket.destroyed; tick += 1) {
          outgoing.write(' ');
          await setTimeout(trickleInterval);
        }
        outgoing.end(answer.body);
        return;
      }
    }
    if (fault === undefined) {
      give(await handOn());
    } else if ('answerAfter' in fault) {
      const answer = await handOn();
      await fault.answerAfter;
      give(answer);
    } else {
      if (fault.applied) await handOn();
      const { status, headers, body } = errorOf(fault);
      outgoing.writeHead(status, headers).end(body);
    }
  };

  const server = createServer(async (incoming, outgoing) => {
    handling += 1;
    try {
      await handle(incoming, outgoing);
    } catch {
      // The caller or DynamoDB has gone away.
      outgoing.destroy();
    } finally {
      handling -= 1;
    }
  });
  // Connections end when the caller ends them: because it no longer waits for an answer.
  server.keepAliveTimeout = 0;
  server.on('connection', (socket) => {
    socket.on('close', () => {
      const call = last.get(socket);
      if (call) call.confirmed = false;
    });
  });

  const wire: Wire = {
    get url() {
      return `http://127.0.0.1:${port}`;
    },
    calls: [],
    traffic: [],
    fault: undefined,
    settled: () => until(() => handling === 0),
    open: async () => {
      await once(server.listen(port, '127.0.0.1'), 'listening');
      port = (server.address() as AddressInfo).port;
    },
    close: async () => {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      agent.destroy();
      await closed;
    },
  };
  await wire.open();
  return wire;
};

/** An answer of DynamoDB, or in its place. */
export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer | string;
}

/** What is said of a connection, not of the call on it. */
const hopByHop = new Set(['connection', 'keep-alive', 'transfer-encoding']);

const endToEnd = (headers: IncomingHttpHeaders): IncomingHttpHeaders =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !hopByHop.has(name)));

/** Sends a call, on a connection of its own unless told otherwise. */
export const exchange = (
  target: string,
  headers: IncomingHttpHeaders,
  body: Buffer,
  agent: Agent | false = false,
): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const options = { method: 'POST', headers: endToEnd(headers), agent };
    const outgoing = request(target, options, async (incoming) => {
      try {
        const { statusCode, headers } = incoming;
        const body = await buffer(incoming);
        resolve({ status: Number(statusCode), headers: endToEnd(headers), body });
      } catch (error) {
        reject(error);
      }
    });
    outgoing.on('error', reject).end(body);
  });

const errorOf = ({ status, type }: { status: number; type: string }): Answer => ({
  status,
  headers: { 'content-type': 'application/x-amz-json-1.0' },
  body: JSON.stringify({ __type: `com.amazonaws.dynamodb.v20120810#${type}` }),
});

const outcomeOf = ({ status, body }: Answer): Exclude<Call['outcome'], undefined> => {
  if (status === 200) return 'done';
  return body.includes('#ConditionalCheckFailedException') ? 'refused' : 'failed';
};

/** Reads what a call does to a slot, where it does anything. */
const slotOf = ({ Key, ExpressionAttributeValues: values }: SlotInput): Pick<Call, 'slot'> => {
  const partition = Key?.holder?.S;
  if (partition === undefined || values === undefined) return {};
  const adds = Object.values(values).map(({ N }) => N);
  return { slot: { change: adds.includes('-1') ? 'return' : 'take', partition } };
};

interface SlotInput {
  readonly Key?: { readonly holder?: { readonly S?: string } };
  readonly ExpressionAttributeValues?: Readonly<Record<string, { readonly N?: string }>>;
}
