import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import type { AddressInfo, Server } from 'node:net';

/**
 * Listens on a port of 127.0.0.1, by default: the network can't reach it. Clients that resolve `localhost` to ::1
 * first fall back to it.
 *
 * @param port - 0 takes any free port.
 * @param variable - the environment variable that sets the port, for the error message.
 * @param host - an address of this machine, or 0.0.0.0 for all of them.
 * @returns the port.
 * @throws {Error} if the address or port can't be used.
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
    throw new Error(`Port ${port} ${reason}. Set ${variable} to another one.`, { cause: error });
  }
  return (server.address() as AddressInfo).port;
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
