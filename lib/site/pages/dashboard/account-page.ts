/** The page of a signed-in caller: keys, usage and account. */

import type { AccountView, FreshKey, RotatedKey } from '../../../../functions/accounts/views.ts';
import { showAccount } from './account-view.ts';
import type { Api } from './api.ts';
import { closeQuestion } from './dialog.ts';
import { awaitFirstCall } from './first-call.ts';
import { showFreshKey } from './fresh-key.ts';
import {
  createKey,
  deleteAccount,
  lostKey,
  prepareFirstKey,
  renameKey,
  revokeKey,
  rotateKey,
} from './key-dialogs.ts';
import { createKeysTable } from './keys-table.ts';
import { watch } from './polling.ts';
import { Refused, reason } from './refused.ts';
import { contentOf, find, part } from './template.ts';
import { ago } from './times.ts';
import { createUsage } from './usage.ts';

/** Called when the page ends. */
export interface Ends {
  readonly onExpired: () => void;
  /** @param here - whether it was deleted on this page. */
  readonly onDeleted: (here: boolean) => void;
  readonly onLeave: () => void;
}

/** How long a message of success is shown, in milliseconds. */
const messageTime = 5_000;

/** Shows the page. When it ends, everything is removed. Returns a function that ends it. */
export const runAccountPage = (
  api: Api,
  first: AccountView,
  { onExpired, onDeleted, onLeave }: Ends,
): (() => void) => {
  const page = part(contentOf('account-template'), '#account');
  find('main').append(page);
  const who = find('who');
  who.hidden = false;
  const trouble = find('trouble');
  const status = find('status');
  let account = first;
  let readAt = Date.now();
  let changing = false;
  /** Whether a change was made here since the last read. */
  let changed = false;

  let messageTimer: ReturnType<typeof setTimeout> | undefined;
  /** Shows a message until the next press, and no longer than its time unless it stays. */
  const say = (message: string, stays = false) => {
    clearTimeout(messageTimer);
    status.textContent = message;
    if (message !== '' && !stays) messageTimer = setTimeout(say, messageTime, '');
  };

  /** Stops waiting for the first call with a new key. */
  let stopWaiting = () => {};

  const end = (then = () => {}) => {
    clearTimeout(messageTimer);
    watched.stop();
    stopWaiting();
    closeQuestion();
    who.hidden = true;
    find('who-email').textContent = '';
    page.remove();
    then();
  };

  /** Ends the page if nothing can be done on it any more. Returns whether it did. */
  const ended = ({ status }: Refused): boolean => {
    if (!page.isConnected) return true;
    if (status === 401) end(onExpired);
    if (status === 410) end(() => onDeleted(false));
    return !page.isConnected;
  };

  const show = (view: AccountView, back: boolean) => {
    if (!changing && !changed && shapeOf(view) !== shapeOf(account)) {
      say('Something was changed elsewhere. The page is up to date now.', true);
    }
    const atOnce = back || changed;
    changed = false;
    account = view;
    readAt = Date.now();
    trouble.textContent = '';
    showAccount(view);
    showUsage(view, atOnce).catch((error) => {
      if (!(error instanceof Refused)) throw error;
      fail(error);
    });
  };

  const fail = (refused: Refused) => {
    if (ended(refused)) return;
    trouble.textContent = `${reason(refused)} What you see was read ${ago(readAt, Date.now())}.`;
  };

  /**
   * Makes one change at a time, and shows the result.
   *
   * @param work - resolves to a message; to undefined if it was cancelled.
   * @param uncertain - the message if it is unknown whether the change was made.
   */
  const change = async (work: () => Promise<string | undefined>, uncertain?: string) => {
    if (changing) return;
    changing = true;
    stopWaiting();
    say('');
    let failed = false;
    const message = await work().catch((error) => {
      if (!(error instanceof Refused)) throw error;
      failed = true;
      const lost = error.certain || error.unsent ? undefined : uncertain;
      return ended(error) ? undefined : `${lost ?? reason(error)} The list is up to date.`;
    });
    if (!page.isConnected) return;
    changing = false;
    // Also if it was cancelled: a key whose answer was lost may exist.
    changed = true;
    await watched.refresh();
    if (changing) return;
    say(message ?? '', failed);
    // The focused element may be gone, such as the button of a revoked key.
    const { activeElement: focused } = document;
    if (focused === document.body || !focused?.checkVisibility()) find('keys-title')?.focus();
  };

  /** Shows a new key, and then adds it to the list. */
  const unveil = async (
    fresh: (FreshKey & Partial<RotatedKey>) | undefined,
    message: (name: string) => string,
  ) => {
    if (fresh === undefined) return undefined;
    const arrival = new Promise<string>((resolve) => {
      const wasUsed = async () => {
        const { keys } = await api.usage('');
        return keys.some(({ id, last_used_at: last }) => id === fresh.item.id && last !== null);
      };
      stopWaiting = awaitFirstCall(fresh.key, wasUsed, resolve);
    });
    watched.pause();
    await showFreshKey(fresh, arrival, stopWaiting);
    if (!page.isConnected) return undefined;
    // Before the account is read again, so that the page moves only right after a press.
    show(withKey(account, fresh), true);
    void arrival.then((text) => {
      say(text);
      changed = true;
      return watched.refresh();
    });
    return message(fresh.item.name);
  };

  const remove = () =>
    change(async () => {
      // After the deletion, a read would end the page before the sign-in is removed.
      const done = await deleteAccount(() => {
        watched.pause();
        return api.remove();
      }, account);
      if (done) end(() => onDeleted(true));
      return undefined;
    });

  const showKeys = createKeysTable(find('keys'), {
    rename: (key) => change(async () => (await renameKey(api, key)) && 'Renamed.'),
    rotate: (key) =>
      change(async () =>
        unveil(await rotateKey(api, key), (name) => `“${name}” is rotated. The new key works.`),
      ),
    revoke: (key) =>
      change(
        async () =>
          (await revokeKey(api, key)) &&
          `“${key.name}” is revoked. Requests with it will fail within a minute.`,
      ),
  });
  const showUsage = createUsage(find('usage'), api.usage, showKeys);
  const watched = watch({ read: api.read, show, fail });
  const create = (asked: () => Promise<FreshKey | undefined>) =>
    change(
      async () => unveil(await asked(), (name) => `“${name}” created. It’s ready to use.`),
      lostKey,
    );
  prepareFirstKey(find('first'), (name) => create(() => api.create(name, null)));
  show(first, true);
  find('new-key').addEventListener('click', () => create(() => createKey(api)));
  find('delete-account').addEventListener('click', remove);
  find('sign-out').onclick = () => end(onLeave);
  page.addEventListener('change', () => say(''));
  page.addEventListener('click', () => say(''));
  return end;
};

/** An account with a key that was just created, and the new end of its predecessor. */
const withKey = (
  account: AccountView,
  { item, predecessor }: FreshKey & Partial<RotatedKey>,
): AccountView => ({
  ...account,
  keys: [
    item,
    ...account.keys
      .filter(({ id }) => id !== item.id)
      .map((key) => (key.id === predecessor?.id ? predecessor : key)),
  ],
});

/** The parts of an account that only change when somebody changes them. */
const shapeOf = ({ suspended_at, plan, keys }: AccountView): string =>
  JSON.stringify([
    suspended_at,
    plan,
    keys.map(({ id, name, revoked_at, successor }) => [id, name, revoked_at, successor]),
  ]);
