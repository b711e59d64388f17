/** The page of who is signed in: their keys, what was made of them, and the account. */

import { showAccount } from './account-view.ts';
import type { Api } from './api.ts';
import { type Draft, deleteAccount, newKey, renameKey, revokeKey, rotateKey } from './changes.ts';
import { closeQuestion } from './dialog.ts';
import { showFreshKey } from './fresh-key.ts';
import { createKeysTable } from './keys-table.ts';
import { Refused, reason } from './refused.ts';
import { ago } from './times.ts';
import { createUsage } from './usage.ts';
import type { AccountView, FreshKey, KeyView } from './views.ts';

/** What ends the page. */
export interface Ends {
  /** The session is over. What was typed and not sent comes with it. */
  readonly onExpired: (draft: Draft | undefined) => void;
  /** The account was deleted, here or elsewhere. */
  readonly onDeleted: (here: boolean) => void;
}

/** How often the account is read while the page is looked at, in milliseconds. */
const pace = 5_000;
const slowestPace = 60_000;

/** How long the usage shown stands at least, in milliseconds: to add it up costs more. */
const usagePace = 15_000;

const find = <Kind extends HTMLElement>(id: string) => document.getElementById(id) as Kind;

/**
 * Brings the page to life.
 *
 * @param draft - what was typed before the session was renewed.
 * @returns what stops it.
 */
export const runAccountPage = (
  api: Api,
  first: AccountView,
  { onExpired, onDeleted }: Ends,
  draft?: Draft,
): (() => void) => {
  const trouble = find('trouble');
  const said = find('said');
  const keysTitle = find('keys-title');
  let account = first;
  /** When it was read. */
  let readAt = Date.now();
  /** How often it was asked for: an answer that comes after a later question is not shown. */
  let asked = 0;
  let failures = 0;
  let changing = false;
  let stopped = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let usageMark = '';
  let usageAt = 0;
  let typed: Draft | undefined;

  const stop = () => {
    stopped = true;
    clearTimeout(timer);
    document.removeEventListener('visibilitychange', look);
    closeQuestion();
  };

  /** Ends the page where nothing can be done on it any more. Says whether that is so. */
  const ended = ({ status }: Refused): boolean => {
    if (stopped) return true;
    if (status !== 401 && status !== 410) return false;
    const left = typed;
    stop();
    if (status === 401) onExpired(left);
    else onDeleted(false);
    return true;
  };

  const draw = (view: AccountView) => {
    if (!changing && shapeOf(view) !== shapeOf(account)) {
      said.textContent = 'Something was changed elsewhere. This is how it stands now.';
    }
    account = view;
    readAt = Date.now();
    failures = 0;
    trouble.textContent = '';
    showAccount(view);
    showKeys(view);
    usage.showAccount(view);
  };

  /** Reads the account anew. What fails is said, and tried again. */
  const refresh = async () => {
    asked += 1;
    const mine = asked;
    try {
      const view = await api.read();
      if (stopped || mine !== asked) return;
      draw(view);
      await refreshUsage(view);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      if (ended(error) || mine !== asked) return;
      failures += 1;
      trouble.textContent = `${reason(error)} What you see was read ${ago(readAt, Date.now())}.`;
    }
  };

  const refreshUsage = async ({ keys }: AccountView) => {
    const mark = JSON.stringify([
      new Date().getHours(),
      keys.map(({ id, last_used_at, quota }) => [id, last_used_at, quota?.remaining]),
    ]);
    if (mark === usageMark || Date.now() - usageAt < usagePace) return;
    usageAt = Date.now();
    usageMark = (await usage.refresh()) ? mark : '';
  };

  /** Reads the account again and again, while the page is looked at. */
  const look = async () => {
    clearTimeout(timer);
    if (stopped || document.visibilityState === 'hidden') return;
    await refresh();
    clearTimeout(timer);
    if (!stopped) timer = setTimeout(look, Math.min(pace * 2 ** failures, slowestPace));
  };

  /**
   * Has something changed, one thing at a time, and shows what became of it.
   *
   * @param work - resolves to what is said of it; to nothing when it was called off.
   */
  const change = async (work: () => Promise<string | undefined>) => {
    if (changing || stopped) return;
    changing = true;
    typed = undefined;
    said.textContent = '';
    let message: string | undefined;
    try {
      message = await work();
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      if (ended(error)) return;
      message = `${reason(error)} This is how your keys stand now.`;
    }
    await refresh();
    changing = false;
    typed = undefined;
    if (stopped) return;
    if (message !== undefined) said.textContent = message;
    if (
      !document.activeElement?.matches(':not(body)') ||
      !document.activeElement.checkVisibility()
    ) {
      keysTitle.focus();
    }
  };

  const keep = (left: Draft) => {
    typed = left;
  };

  /** Shows a key that was made. The list behind it has it already. */
  const unveil = async (fresh: FreshKey | undefined, message: (name: string) => string) => {
    if (fresh === undefined) return undefined;
    typed = undefined;
    void refresh();
    await showFreshKey(fresh);
    return message(fresh.item.name);
  };

  const create = (name = '', expires = '') =>
    change(async () =>
      unveil(await newKey(api, { name, expires }, keep), (made) => `“${made}” is made, and works.`),
    );
  const rename = (key: KeyView, name = key.name) =>
    change(async () => ((await renameKey(api, key, name, keep)) ? 'Renamed.' : undefined));
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

  const showKeys = createKeysTable(find('keys'), {
    rename: (key) => void rename(key),
    rotate: (key) => void rotate(key),
    revoke: (key) => void revoke(key),
  });
  const usage = createUsage(find('usage'), api.usage);

  find('new-key').addEventListener('click', () => void create());
  find('delete-account').addEventListener('click', () =>
    change(async () => {
      if (!(await deleteAccount(api, account.email))) return undefined;
      stop();
      onDeleted(true);
      return undefined;
    }),
  );
  document.addEventListener('visibilitychange', look);

  draw(first);
  void look();
  if (draft?.dialog === 'new-key') void create(draft.name, draft.expires);
  const renamed = draft?.dialog === 'rename' && first.keys.find(({ id }) => id === draft.id);
  if (renamed) void rename(renamed, draft.name);
  return stop;
};

/** What of an account changes only when somebody changes it. */
const shapeOf = ({ suspended_at, plan, keys }: AccountView): string =>
  JSON.stringify([
    suspended_at,
    plan,
    keys.map(({ id, name, revoked_at, successor }) => [id, name, revoked_at, successor]),
  ]);
