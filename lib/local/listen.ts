import { once } from 'node:events';
import type { AddressInfo, Server } from 'node:net';

/**
 * Listens on a port of 127.0.0.1 and no other address, unless told: nobody on the network is served, a port is
 * either free or not, and clients that take `localhost` for ::1 first go on to 127.0.0.1 when they are refused.
 *
 * @param port - 0 takes any port that is free.
 * @param variable - the environment variable by which the port is chosen, for the error's message.
 * @param host - an address of this machine, or 0.0.0.0 for all that it has.
 * @returns the port.
 * @throws {Error} when the port can't be had; the message says why and what to do.
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
