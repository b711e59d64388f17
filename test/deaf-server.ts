/** A server that listens and takes no connection, as one behind a firewall that drops everything. */
import { once } from 'node:events';
import { connect } from 'node:net';
import { Worker } from 'node:worker_threads';

/** The worker stands still as soon as it listens, so nobody takes a connection from the queue. */
const program = `
  const { createServer } = require('node:net');
  const { parentPort } = require('node:worker_threads');
  const server = createServer().listen({ port: 0, host: '127.0.0.1', backlog: 1 }, () => {
    parentPort.postMessage(server.address().port);
    setImmediate(() => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0));
  });
`;

/**
 * Runs `use` with the address of such a server. Its queue is full, so the system drops whatever else
 * wants to connect.
 */
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
