/** A flag for all tabs, without a token: whether the caller may still be signed in. */
import { siteStorage } from './storage.ts';

const name = 'amplify-session';

/** `in` after signing in, `out` after signing out, null if unknown. */
export const remembered = (): string | null => siteStorage.get(name);

export const rememberSignIn = (): void => void siteStorage.set(name, 'in');

/** Also tells other tabs. */
export const rememberSignOut = (): void => void siteStorage.set(name, 'out');

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
