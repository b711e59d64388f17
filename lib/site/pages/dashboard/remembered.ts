/**
 * Whether somebody is signed in with this browser: a flag that all its tabs share. It holds no token: with it, the
 * dashboard only knows that asking the sign-in is worth while.
 */
import { siteStorage } from '../storage.ts';

const name = 'amplify-session';

/** `in` after signing in, `out` after signing out, null if neither is known. */
export const remembered = (): string | null => siteStorage.get(name);

export const rememberSignIn = (): void => void siteStorage.set(name, 'in');

/** Tells the other tabs as well. */
export const rememberSignOut = (): void => void siteStorage.set(name, 'out');

export const forget = (): void => siteStorage.remove(name);

/** Calls when somebody signs out in another tab, or did so while the browser kept this page to come back to. */
export const onSignOutElsewhere = (act: () => void): void => {
  addEventListener('storage', ({ key, newValue }) => {
    if (key === name && newValue === 'out') act();
  });
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted && remembered() === 'out') act();
  });
};
