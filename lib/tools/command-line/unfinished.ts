/** AWS failed (`cause`) when something may have been written. The message says what to do. */
export class Unfinished extends Error {}

/** Returns a function that throws what it is given as {@link Unfinished}. */
export const unfinished =
  (whatToDo: string) =>
  (cause: unknown): never => {
    throw new Unfinished(whatToDo, { cause });
  };

/**
 * The same for a write that may or may not have been made. An error of AWS that says that it was not made is
 * thrown as it is.
 */
export const unlessRejected =
  (whatToDo: string) =>
  (cause: Error & { $fault?: string; $metadata?: { attempts?: number } }): never => {
    // After several attempts, an earlier one may have been made, whatever the last answer says.
    if (cause.$fault === 'client' && cause.$metadata?.attempts === 1) throw cause;
    return unfinished(whatToDo)(cause);
  };
