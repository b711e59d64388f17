import { describe } from '../observability/log.ts';

/**
 * Warms a client up while Lambda starts the function, with full CPU and before a caller waits: it opens the
 * TLS connection, and compiles most of the code that a request needs. A failure is only logged.
 */
export const prime = async (warmUp: () => Promise<void>): Promise<void> => {
  try {
    await warmUp();
  } catch (error) {
    console.warn({ unprimed: describe(error) });
  }
};
