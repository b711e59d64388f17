import { describe } from '../observability/log.ts';

/**
 * Warms a client up while Lambda starts the function: at full CPU, and before anybody waits. What the first
 * request would do for all others is done then: the connection with its TLS, and most of what Node compiles
 * and the SDK puts together.
 *
 * It never fails a start. Where nobody answers it leaves a line in the log, and the first request does all
 * that by itself.
 */
export const prime = async (warmUp: () => Promise<void>): Promise<void> => {
  try {
    await warmUp();
  } catch (error) {
    console.warn({ unprimed: describe(error) });
  }
};
