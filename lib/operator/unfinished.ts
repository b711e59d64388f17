/** AWS failed (`cause`) when something may have been written. The message says what is left to do. */
export class Unfinished extends Error {}

/** Makes what is thrown unfinished. */
export const unfinished =
  (whatIsLeft: string) =>
  (cause: unknown): never => {
    throw new Unfinished(whatIsLeft, { cause });
  };

/**
 * The same for a write that may not have been made, but for errors that say that it was not.
 *
 * @param refusals Classes of errors that say so, besides AWS's.
 */
export const unlessRefused =
  (whatIsLeft: string, ...refusals: readonly (abstract new (...args: never) => Error)[]) =>
  (cause: Error & { $fault?: string; $metadata?: { attempts?: number } }): never => {
    // Of several attempts, one whose answer was lost may have been made, whatever the last was answered.
    const refused = cause.$fault === 'client' && cause.$metadata?.attempts === 1;
    if (refused || refusals.some((refusal) => cause instanceof refusal)) throw cause;
    return unfinished(whatIsLeft)(cause);
  };
