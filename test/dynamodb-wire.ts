/** A wire to DynamoDB that can be watched and broken, for tests. */
import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What the wire does with a call instead of handing it on. */
export type Fault =
  /** Takes it and never answers. */
  | 'hang'
  /** Hands it on, and loses the answer. */
  | 'lose answer'
  /** Answers with an error of DynamoDB. */
  | { readonly status: number; readonly type: string };

/** A running wire. */
export interface Wire {
  readonly url: string;
  /** The operations that were called, e.g. `UpdateItem`, whether or not they were handed on. */
  readonly calls: string[];
  fault: Fault | undefined;
  /** How many more calls the fault meets. */
  faults: number;
  /** Refuses connections, until it is opened again. */
  readonly close: () => Promise<void>;
  readonly open: () => Promise<void>;
}

/** Starts a wire to the DynamoDB at `target`. */
export const startWire = async (target: string): Promise<Wire> => {
  let port = 0;
  const server = createServer((incoming, outgoing) => {
    wire.calls.push(String(incoming.headers['x-amz-target']).replace(/^.*\./, ''));
    const fault = wire.faults > 0 ? wire.fault : undefined;
    wire.faults -= 1;
    incoming.on('error', () => {});
    if (fault === 'hang') return;
    if (typeof fault === 'object') {
      const { status, type } = fault;
      const body = JSON.stringify({ __type: `com.amazonaws.dynamodb.v20120810#${type}` });
      outgoing.writeHead(status, { 'content-type': 'application/x-amz-json-1.0' }).end(body);
      return;
    }
    const { method, headers } = incoming;
    const onward = request(target, { method, headers, agent: false }, (answer) => {
      if (fault === 'lose answer') {
        answer.resume().on('end', () => outgoing.destroy());
        return;
      }
      outgoing.writeHead(Number(answer.statusCode), answer.headers);
      answer.pipe(outgoing);
    });
    onward.on('error', () => outgoing.destroy());
    incoming.pipe(onward);
  });
  const wire: Wire = {
    get url() {
      return `http://127.0.0.1:${port}`;
    },
    calls: [],
    fault: undefined,
    faults: Number.POSITIVE_INFINITY,
    open: async () => {
      await once(server.listen(port, '127.0.0.1'), 'listening');
      port = (server.address() as AddressInfo).port;
    },
    close: async () => {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
  await wire.open();
  return wire;
};
