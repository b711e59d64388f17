/**
 * What the browser keeps for the pages. Where it is told to keep nothing, even asking is an error: then nothing
 * is found, and nothing is kept.
 */

/** A storage of the browser. */
interface Stored {
  readonly get: (name: string) => string | null;
  /** Says whether it is kept. */
  readonly set: (name: string, value: string) => boolean;
  readonly remove: (name: string) => void;
}

const stored = (storage: () => Storage): Stored => {
  const attempt = <Result>(work: (storage: Storage) => Result, otherwise: Result): Result => {
    try {
      return work(storage());
    } catch {
      return otherwise;
    }
  };
  return {
    get: (name) => attempt((kept) => kept.getItem(name), null),
    set: (name, value) =>
      attempt((kept) => {
        kept.setItem(name, value);
        return true;
      }, false),
    remove: (name) => attempt((kept) => kept.removeItem(name), undefined),
  };
};

/** Kept until the tab is closed. */
export const tabStorage = stored(() => sessionStorage);

/** Kept for all tabs. */
export const siteStorage = stored(() => localStorage);
