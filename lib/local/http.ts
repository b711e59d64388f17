import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { type AddressInfo, createServer as createTcpServer, type Server } from 'node:net';

/**
 * Listens on a port of 127.0.0.1, which the network can't reach, or of another address. Returns the port.
 *
 * @param port - 0 takes any free port.
 * @param variable - the environment variable that sets the port, for the error message.
 * @param host - an address of this machine, or 0.0.0.0 for all of them.
 * @throws {Error} if the address or port can't be used; the `cause` has its code.
 */
export const listen = async (
  server: Server,
  port: number,
  variable: string,
  host = '127.0.0.1',
): Promise<number> => {
  try {
    await once(server.listen(port, host), 'listening');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EADDRNOTAVAIL') {
      throw new Error(`${host} is not an address of this machine.`, { cause: error });
    }
    const reason = code === 'EADDRINUSE' ? 'is in use' : `can't be listened on (${code})`;
    throw new Error(`Port ${port} of ${host} ${reason}. Set ${variable} to another one.`, {
      cause: error,
    });
  }
  return (server.address() as AddressInfo).port;
};

/** Starts a server on the first port that is not in use, and prints a line for each that is. 0 is any free one. */
export const startOnFreePort = <Started>(
  [port = 0, ...laterPorts]: readonly number[],
  start: (port: number) => Promise<Started>,
): Promise<Started> =>
  start(port).catch((error) => {
    if (error.cause?.code !== 'EADDRINUSE' || laterPorts.length === 0) throw error;
    console.log(`Port ${port} is in use: trying ${laterPorts[0] || 'any free one'}.`);
    return startOnFreePort(laterPorts, start);
  });

/**
 * Listens on a port of `localhost`, see {@link listen}: on 127.0.0.1, and on ::1 where this machine has it. Some clients
 * try ::1 first, and would reach another program there.
 *
 * @param host - another address to listen on.
 * @returns the port, and a function that accepts no more connections, and resolves once all have ended.
 */
export const listenOnLocalhost = async (
  server: Server,
  port: number,
  variable: string,
  host?: string,
): Promise<{ readonly port: number; readonly close: () => Promise<void> }> => {
  const listening = await listen(server, port, variable, host === '0.0.0.0' ? host : undefined);
  const servers = [server];
  const close = async () => {
    await Promise.all(servers.map((open) => new Promise((resolve) => open.close(resolve))));
  };
  for (const address of ['::1', ...(host && host !== '0.0.0.0' ? [host] : [])]) {
    const second = createTcpServer({ allowHalfOpen: true, noDelay: true }, (socket) =>
      server.emit('connection', socket),
    );
    try {
      await listen(second, listening, variable, address);
      servers.push(second);
    } catch (error) {
      const { code } = (error as Error).cause as NodeJS.ErrnoException;
      if (address === '::1' && /^E(?:ADDRNOTAVAIL|AFNOSUPPORT)$/.test(String(code))) continue;
      await close();
      if (port !== 0 || code !== 'EADDRINUSE') throw error;
      return listenOnLocalhost(server, port, variable, host);
    }
  }
  return { port: listening, close };
};

/**
 * `node:http` without an `import`, which evaluates every export of a built-in module: `WebSocket` loads all of undici,
 * a tenth of the local server's start. The bundles avoid it too, by `functions/aws/node-http.ts`.
 */
export const { createServer, STATUS_CODES } = process.getBuiltinModule('node:http');

/** API Gateway's limit for a body, in bytes. */
const maxBodySize = 10 * 1024 * 1024;

/** Reads a request's body, up to the limit. A client that hangs up has sent no body. */
export const readBody = async (
  request: IncomingMessage,
): Promise<Buffer | 'too large' | 'hung up'> => {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of request.iterator({ destroyOnReturn: false })) {
      size += chunk.length;
      if (size > maxBodySize) return 'too large';
      chunks.push(chunk);
    }
  } catch {
    return 'hung up';
  }
  return Buffer.concat(chunks);
};
