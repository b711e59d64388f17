/** A folder that is made once per machine, however many processes want it at the same time. */
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';

/**
 * Makes a folder, unless it is there. `fill` is given another beside it, which takes its name when all
 * is in it: so a folder of that name is always whole, even when a process is killed.
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
      // Made meanwhile by one who could not see the lock, such as in another container.
      if (!existsSync(folder)) throw error;
    }
  } finally {
    lock.close();
  }
};

/**
 * Waits until nobody else makes the folder. The lock is a socket in Linux's abstract namespace: the system
 * takes it back from a process that is killed, so none is ever left behind.
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
