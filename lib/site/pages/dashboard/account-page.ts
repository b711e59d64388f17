/** The page of who is signed in: their keys, what was made of them, and the account. */

import type { AccountView, FreshKey, KeyView } from '../../../../functions/accounts/views.ts';
import { showAccount } from './account-view.ts';
import type { Api } from './api.ts';
import { closeQuestion } from './dialog.ts';
import { showFreshKey } from './fresh-key.ts';
import { deleteAccount, newKey, renameKey, revokeKey, rotateKey } from './key-dialogs.ts';
import { createKeysTable } from './keys-table.ts';
import { watch } from './polling.ts';
import { Refused, reason } from './refused.ts';
import { fromTemplate } from './template.ts';
import { ago } from './times.ts';
import { createUsage } from './usage.ts';

/** What ends the page. */
export interface Ends {
  /** The session is over. */
  readonly onExpired: () => void;
  /** The account was deleted, here or elsewhere. */
  readonly onDeleted: (here: boolean) => void;
  /** The caller signs out. */
  readonly onLeave: () => void;
}

/** How long a message of success is shown, in milliseconds. */
const messageTime = 10_000;

const find = <Kind extends HTMLElement>(id: string) => document.getElementById(id) as Kind;

/** Puts the page up, and brings it to life. When it ends, nothing of it is left. Returns what ends it. */
export const runAccountPage = (
  api: Api,
  first: AccountView,
  { onExpired, onDeleted, onLeave }: Ends,
): (() => void) => {
  const page = fromTemplate('account-template');
  document.querySelector('main')?.append(page);
  const who = find('who');
  who.hidden = false;
  const trouble = find('trouble');
  const said = find('said');
  let account = first;
  /** When it was read. */
  let readAt = Date.now();
  let changing = false;
  /** Whether something was changed here that was not read yet. */
  let changed = false;

  let messageTimer: ReturnType<typeof setTimeout> | undefined;
  /** Shows a message until the next action, and no longer than its time unless it stays. */
  const say = (message: string, stays = false) => {
    clearTimeout(messageTimer);
    said.textContent = message;
    if (message !== '' && !stays) messageTimer = setTimeout(say, messageTime, '');
  };

  const end = (then = () => {}) => {
    clearTimeout(messageTimer);
    watched.stop();
    closeQuestion();
    who.hidden = true;
    find('who-email').textContent = '';
    page.remove();
    then();
  };

  /** Ends the page where nothing can be done on it any more. Says whether that is so. */
  const ended = ({ status }: Refused): boolean => {
    if (!page.isConnected) return true;
    if (status === 401) end(onExpired);
    if (status === 410) end(() => onDeleted(false));
    return !page.isConnected;
  };

  const show = (view: AccountView, back: boolean) => {
    if (!changing && !changed && shapeOf(view) !== shapeOf(account)) {
      say('Something was changed elsewhere. This is how it stands now.', true);
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
   * Has something changed, one thing at a time, and shows what became of it.
   *
   * @param work - resolves to what is said of it; to nothing when it was called off.
   */
  const change = async (work: () => Promise<string | undefined>) => {
    if (changing) return;
    changing = true;
    say('');
    let failed = false;
    const message = await work().catch((error) => {
      if (!(error instanceof Refused)) throw error;
      failed = true;
      return ended(error) ? undefined : `${reason(error)} This is how your keys stand now.`;
    });
    if (!page.isConnected) return;
    changing = false;
    // Also where it was called off: a key whose answer was lost may have been made.
    changed = true;
    await watched.refresh();
    if (changing) return;
    say(message ?? '', failed);
    // What had the focus may be gone, such as the button of a key that was revoked.
    const { activeElement: focused } = document;
    if (focused === document.body || !focused?.checkVisibility()) find('keys-title')?.focus();
  };

  /** Shows a key that was made. The list behind it has it already. */
  const unveil = async (fresh: FreshKey | undefined, message: (name: string) => string) => {
    if (fresh === undefined) return undefined;
    void watched.refresh();
    await showFreshKey(fresh);
    return message(fresh.item.name);
  };

  const create = () =>
    change(async () => unveil(await newKey(api), (name) => `“${name}” is made, and works.`));
  const rename = (key: KeyView) =>
    change(async () => ((await renameKey(api, key)) ? 'Renamed.' : undefined));
  const rotate = (key: KeyView) =>
    change(async () =>
      unveil(await rotateKey(api, key), (name) => `“${name}” is rotated. The new key works.`),
    );
  const revoke = (key: KeyView) =>
    change(async () =>
      (await revokeKey(api, key))
        ? `“${key.name}” is revoked: everywhere within a minute, it gets 401.`
        : undefined,
    );
  const remove = () =>
    change(async () => {
      // Once it is deleted, a read would end the page before its sign-in is removed.
      const done = await deleteAccount(async () => {
        watched.pause();
        await api.remove();
      }, account);
      if (done) end(() => onDeleted(true));
      return undefined;
    });

  const showKeys = createKeysTable(find('keys'), { rename, rotate, revoke });
  const showUsage = createUsage(find('usage'), api.usage, showKeys);
  const watched = watch({ read: api.read, show, fail });
  showAccount(first);
  showKeys(first, undefined);
  find('new-key').addEventListener('click', create);
  find('delete-account').addEventListener('click', remove);
  find('sign-out').onclick = () => end(onLeave);
  page.addEventListener('change', () => say(''));
  page.addEventListener('click', ({ target }) => {
    if ((target as Element).closest('button')) say('');
  });
  return end;
};

/** What of an account changes only when somebody changes it. */
const shapeOf = ({ suspended_at, plan, keys }: AccountView): string =>
  JSON.stringify([
    suspended_at,
    plan,
    keys.map(({ id, name, revoked_at, successor }) => [id, name, revoked_at, successor]),
  ]);
