/** A flag, shared by all tabs and without a token: whether the dashboard may find the caller still signed in. */
import { siteStorage } from './storage.ts';

const name = 'amplify-session';

/** `in` after signing in, `out` after signing out, null if neither is known. */
export const remembered = (): string | null => siteStorage.get(name);

export const rememberSignIn = (): void => void siteStorage.set(name, 'in');

/** Tells the other tabs as well. */
export const rememberSignOut = (): void => void siteStorage.set(name, 'out');

export const forget = (): void => siteStorage.remove(name);

/** Acts when somebody signs out in another tab, or did so while this page was in the back/forward cache. */
export const onSignOutElsewhere = (act: () => void): void => {
  addEventListener('storage', ({ key, newValue }) => {
    if (key === name && newValue === 'out') act();
  });
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted && remembered() === 'out') act();
  });
};
