import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';

/**
 * Creates a folder once, also if several processes need it at the same time. `fill` gets a temporary folder, which is
 * renamed afterwards: the folder is always complete, even if a process is killed.
 */
export const makeOnce = async (
  folder: string,
  fill: (partial: string) => Promise<void>,
): Promise<void> => {
  if (existsSync(folder)) return;
  const lock = await takeTurn(folder);
  try {
    if (existsSync(folder)) return;
    await mkdir(path.dirname(folder), { recursive: true });
    const partial = await mkdtemp(`${folder}.partial-`);
    try {
      await fill(partial);
      await rename(partial, folder);
    } catch (error) {
      await rm(partial, { recursive: true });
      // A process that does not share the lock, e.g. in another container, may have created it.
      if (!existsSync(folder)) throw error;
    }
  } finally {
    lock.close();
  }
};

/**
 * Waits for the lock, a socket in Linux's abstract namespace, which the system releases when a process is killed.
 */
const takeTurn = async (folder: string): Promise<Server> => {
  const name = `\0${createHash('sha256').update(folder).digest('hex')}`;
  for (;;) {
    const server = createServer();
    try {
      await once(server.listen(name), 'listening');
      return server;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
      await setTimeout(50);
    }
  }
};
