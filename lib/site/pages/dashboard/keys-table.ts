/** The table of keys. */

import type { AccountView, KeyView } from '../../../../functions/accounts/views.ts';
import { dayMs } from '../../../../functions/units/time.ts';
import { inOrder, isLive, type Placed } from './order.ts';
import { contentOf, part } from './template.ts';
import { ago, date, moment } from './times.ts';
import { type KeyUse, type UsageHistory, useOf } from './usage-history.ts';

type Action = 'rename' | 'rotate' | 'revoke';

type KeyActions = Readonly<Record<Action, (key: KeyView) => void | Promise<void>>>;

/** The element stays the same while its key changes, so that it keeps the focus. */
interface KeyRow {
  readonly element: HTMLElement;
  readonly show: (placed: Placed, use: KeyUse, suspended: boolean) => void;
}

const keyRow = (id: string, actions: KeyActions): KeyRow => {
  const row = part(contentOf('key-row'), 'tr');
  const name = part(row, '.name');
  name.id = `key-${id}`;
  const menu = part(row, '.choices');
  const opener = part<HTMLButtonElement>(row, '.actions button');
  opener.popoverTargetElement = menu;
  menu.addEventListener('beforetoggle', () => placeBelow(menu, opener));
  const choice = (action: Action) => part(menu, `[value=${action}]`);
  for (const button of row.querySelectorAll('button')) {
    button.setAttribute('aria-describedby', name.id);
  }
  let current: KeyView | undefined;
  for (const action of Object.keys(actions) as Action[]) {
    choice(action).addEventListener('click', () => {
      menu.hidePopover();
      // A dialog returns the focus to where it was.
      opener.focus();
      if (current) void actions[action](current);
    });
  }

  /** Writes a text only if it changed, so that readers are not interrupted. */
  const write = (selector: string, text: string, title = '') => {
    const element = part(row, selector);
    if (element.textContent !== text) element.textContent = text;
    element.title = title;
  };
  /** Writes a time in words, with the exact time as a tooltip. */
  const writeTime = (selector: string, iso: string, words: (time: number) => string) =>
    write(selector, words(Date.parse(iso)), moment(Date.parse(iso)));

  return {
    element: row,
    show: ({ key, pair }, { quota, lastUsedAt }, suspended) => {
      current = key;
      const live = isLive(key);
      row.className = [pair, live ? '' : 'ended'].filter(Boolean).join(' ');
      // Only its first two lines are shown.
      name.title = key.name;
      write('bdi', key.name);
      write('.start', `${key.start}…`);
      const [kind, status, more = ''] = statusOf(key, pair);
      part(row, '.mark').dataset.kind = kind;
      write('.mark', status);
      write('small', more);
      write('.left', quota ? `${quota.remaining} of ${quota.limit}` : '–');
      if (lastUsedAt) {
        // The hour of the first use may have begun before the key was created.
        const time = lastUsedAt < key.created_at ? key.created_at : lastUsedAt;
        writeTime('.used', time, (then) => ago(then, Date.now()));
      } else write('.used', lastUsedAt === null ? unused(key) : '–');
      if (key.expires_at === null) write('.expires', 'never');
      else writeTime('.expires', key.expires_at, date);
      writeTime('.created', key.created_at, date);
      choice('rename').hidden = !live || suspended;
      choice('rotate').hidden =
        key.status !== 'active' || key.successor !== null || pair !== undefined;
      choice('revoke').hidden = !live;
      opener.hidden = !live;
    },
  };
};

/** For a key without a use in the days shown. */
const unused = ({ created_at }: KeyView): string =>
  Date.now() - Date.parse(created_at) < 29 * dayMs ? 'never' : 'not in 30 days';

const statusOf = (
  { status, expires_at: expires }: KeyView,
  pair: Placed['pair'],
): readonly [kind: string, text: string, more?: string] => {
  if (status === 'suspended') return [status, 'Suspended'];
  if (status === 'revoked') return ['ended', 'Revoked'];
  if (status === 'expired') return ['ended', 'Expired'];
  if (pair === 'new') return ['active', 'Active', 'Replaces the key below'];
  if (pair === 'old' && expires !== null) {
    return ['old', 'Replaced', `Works until ${moment(Date.parse(expires))}`];
  }
  return ['active', 'Active'];
};

const placeBelow = ({ style }: HTMLElement, opener: HTMLElement): void => {
  const { right, bottom } = opener.getBoundingClientRect();
  style.top = `${bottom + scrollY}px`;
  style.left = `calc(${right}px - 9rem)`;
};

/** @returns a function that shows an account's keys and their use. */
export const createKeysTable = (
  table: HTMLElement,
  actions: KeyActions,
): ((account: AccountView, usage: UsageHistory | undefined) => void) => {
  const body = part(table, 'tbody');
  const rows = new Map<string, KeyRow>();
  return (account, usage) => {
    const { keys, suspended_at } = account;
    table.hidden = keys.length === 0;
    const placed = inOrder(keys);
    for (const [id, row] of rows) {
      if (placed.some(({ key }) => key.id === id)) continue;
      row.element.remove();
      rows.delete(id);
    }
    for (const [index, place] of placed.entries()) {
      const { id } = place.key;
      const row = rows.get(id) ?? keyRow(id, actions);
      rows.set(id, row);
      row.show(place, useOf(account, usage, place.key, Date.now()), suspended_at !== null);
      // Moving an element loses its focus, so those in the right place stay.
      const current = body.children[index] ?? null;
      if (current !== row.element) body.insertBefore(row.element, current);
    }
  };
};
