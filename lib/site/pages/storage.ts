/** The browser's storage. Where it is blocked, even reading throws; then nothing is stored. */

interface Stored {
  readonly get: (name: string) => string | null;
  /** Returns whether it was stored. */
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

/** Shared by all tabs. */
export const siteStorage = stored(() => localStorage);
