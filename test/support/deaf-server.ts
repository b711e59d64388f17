/** A server that accepts no connection, like one behind a firewall that drops packets. */
import { once } from 'node:events';
import { connect } from 'node:net';
import { Worker } from 'node:worker_threads';

/** The worker blocks once it listens, so connections stay in the queue. */
const program = `
  const { createServer } = require('node:net');
  const { parentPort } = require('node:worker_threads');
  const server = createServer().listen({ port: 0, host: '127.0.0.1', backlog: 1 }, () => {
    parentPort.postMessage(server.address().port);
    setImmediate(() => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0));
  });
`;

/** Runs `use` with such a server, whose full queue makes the system drop further connections. */
export const withDeafServer = async (use: (url: string) => Promise<void>): Promise<void> => {
  const worker = new Worker(program, { eval: true });
  const [port] = await once(worker, 'message');
  // With a backlog of 1, Linux completes two connections.
  const waiting = Array.from({ length: 4 }, () => connect(port, '127.0.0.1').on('error', () => {}));
  try {
    await Promise.race(waiting.map((socket) => once(socket, 'connect')));
    await use(`http://127.0.0.1:${port}`);
  } finally {
    for (const socket of waiting) socket.destroy();
    await worker.terminate();
  }
};
