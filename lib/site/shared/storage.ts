/** The browser's storage. Where it is blocked, even reading throws; then nothing is stored. */
const guard = (storage: () => Storage) => {
  const attempt = <Result>(work: (storage: Storage) => Result, otherwise: Result): Result => {
    try {
      return work(storage());
    } catch {
      return otherwise;
    }
  };
  return {
    get: (name: string) => attempt((kept) => kept.getItem(name), null),
    /** Returns whether it was stored. */
    set: (name: string, value: string) =>
      attempt((kept) => {
        kept.setItem(name, value);
        return true;
      }, false),
    remove: (name: string) => attempt((kept) => kept.removeItem(name), undefined),
  };
};

/** Kept until the tab is closed. */
export const tabStorage = guard(() => sessionStorage);

/** Shared by all tabs. */
export const siteStorage = guard(() => localStorage);

/** A flag for all tabs, without a token: whether the caller may still be signed in. */
const name = 'amplify-session';

/** `in` after signing in, `out` after signing out, `deleted` after deleting the account, null if unknown. */
export const remembered = (): string | null => siteStorage.get(name);

/** Also tells other tabs. */
export const remember = (event: 'in' | 'out' | 'deleted'): void =>
  void siteStorage.set(name, event);

export const forget = (): void => siteStorage.remove(name);

/** Acts on a sign-out in another tab, also if this page was in the back/forward cache. */
export const onSignOutElsewhere = (act: () => void): void => {
  addEventListener('storage', ({ key, newValue }) => {
    if (key === name && newValue === 'out') act();
  });
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted && remembered() === 'out') act();
  });
};
