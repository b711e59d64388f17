/** The table of keys. */

import type { AccountView, KeyView } from '../../../../functions/accounts/views.ts';
import { dayMs } from '../../../../functions/units/time.ts';
import { type Content, element } from '../element.ts';
import { inOrder, isLive, type Placed } from './order.ts';
import { part } from './template.ts';
import { ago, date, moment } from './times.ts';
import { type KeyUse, type UsageHistory, useOf } from './usage-history.ts';

interface KeyActions {
  readonly rename: (key: KeyView) => void | Promise<void>;
  readonly rotate: (key: KeyView) => void | Promise<void>;
  readonly revoke: (key: KeyView) => void | Promise<void>;
}

/** The element stays the same while its key changes, so that it keeps the focus. */
interface KeyRow {
  readonly element: HTMLElement;
  readonly show: (placed: Placed, use: KeyUse, suspended: boolean) => void;
}

/** A column between the name and the actions. */
interface Column {
  /** Its header. On small screens, where rows are cards, each cell repeats it. */
  readonly label: string;
  readonly content: (placed: Placed, use: KeyUse) => Content;
}

const columns: readonly Column[] = [
  { label: 'Key', content: ({ key }) => [element('code', '', `${key.start}…`)] },
  { label: 'Status', content: ({ key, pair }) => status(key, pair) },
  {
    label: 'Quota left',
    content: (_, { quota }) => [quota ? `${quota.remaining} of ${quota.limit}` : '–'],
  },
  { label: 'Last used', content: ({ key }, use) => [lastUse(key, use)] },
  {
    label: 'Expires',
    content: ({ key }) => [key.expires_at === null ? 'never' : dayElement(key.expires_at)],
  },
  { label: 'Created', content: ({ key }) => [dayElement(key.created_at)] },
];

const keyRow = (id: string, actions: KeyActions): KeyRow => {
  const name = cell('th', 'rowheader', 'name', '');
  name.setAttribute('scope', 'row');
  name.id = `key-${id}`;
  const cells = columns.map(({ label }) => cell('td', 'cell', '', label));
  const menu = element('div', 'choices');
  menu.popover = 'auto';
  const opener = button('Actions', name.id);
  opener.popoverTargetElement = menu;
  menu.addEventListener('beforetoggle', () => placeBelow(menu, opener));
  const row = element('tr', '', name, ...cells, cell('td', 'cell', 'actions', '', opener, menu));
  row.setAttribute('role', 'row');
  let current: KeyView | undefined;

  const choice = (label: string, act: (key: KeyView) => void) => {
    const made = button(label, name.id);
    made.addEventListener('click', () => {
      menu.hidePopover();
      // A dialog returns the focus to where it was.
      opener.focus();
      if (current) act(current);
    });
    menu.append(made);
    return made;
  };
  const rename = choice('Rename', actions.rename);
  const rotate = choice('Rotate', actions.rotate);
  const revoke = choice('Revoke', actions.revoke);

  return {
    element: row,
    show: (placed, use, suspended) => {
      const { key, pair } = placed;
      current = key;
      const live = isLive(key);
      row.className = [pair, live ? '' : 'ended'].filter(Boolean).join(' ');
      // Only its first two lines are shown.
      name.title = key.name;
      write(name, element('bdi', '', key.name));
      for (const [index, { content }] of columns.entries()) {
        write(cells[index] as HTMLElement, ...content(placed, use));
      }
      rename.hidden = !live || suspended;
      rotate.hidden = key.status !== 'active' || key.successor !== null || pair !== undefined;
      revoke.hidden = !live;
      opener.hidden = !live;
    },
  };
};

const lastUse = ({ created_at }: KeyView, { lastUsedAt: at }: KeyUse): string | Node => {
  if (at === undefined) return '–';
  if (at !== null) {
    // The hour of the first use may have begun before the key was created.
    const time = at < created_at ? created_at : at;
    return timeElement(time, ago(Date.parse(time), Date.now()));
  }
  return Date.now() - Date.parse(created_at) < 29 * dayMs ? 'never' : 'not in 30 days';
};

const status = (key: KeyView, pair: Placed['pair']): Content => {
  const { status, expires_at: expires } = key;
  if (status === 'suspended') return [mark(status, 'Suspended')];
  if (status === 'revoked') return [mark('ended', 'Revoked')];
  if (status === 'expired') return [mark('ended', 'Expired')];
  if (pair === 'new')
    return [mark('active', 'Active'), element('small', '', 'Replaces the key below')];
  if (pair === 'old' && expires !== null) {
    return [
      mark('old', 'Replaced'),
      element('small', '', 'Works until ', timeElement(expires, moment(Date.parse(expires)))),
    ];
  }
  return [mark('active', 'Active')];
};

const mark = (kind: string, text: string): HTMLElement => {
  const made = element('span', 'mark', text);
  made.dataset.kind = kind;
  return made;
};

/** A time in words, with the exact time as a tooltip. */
const timeElement = (iso: string, text: string): HTMLElement => {
  const made = element('time', '', text);
  made.setAttribute('datetime', iso);
  made.title = moment(Date.parse(iso));
  return made;
};

const dayElement = (iso: string): HTMLElement => timeElement(iso, date(Date.parse(iso)));

const button = (label: string, describedBy: string): HTMLButtonElement => {
  const made = element('button', 'quiet', label) as HTMLButtonElement;
  made.type = 'button';
  made.setAttribute('aria-describedby', describedBy);
  return made;
};

const placeBelow = ({ style }: HTMLElement, opener: HTMLElement): void => {
  const { left, bottom } = opener.getBoundingClientRect();
  style.top = `${bottom + scrollY}px`;
  style.left = `min(${left}px, 100% - 9rem)`;
};

/** A cell. On small screens, where rows are cards, only its role says what it is. */
const cell = (
  tag: string,
  role: string,
  className: string,
  label: string,
  ...content: Content
): HTMLElement => {
  const made = element(tag, className, ...content);
  made.setAttribute('role', role);
  if (label !== '') made.dataset.label = label;
  return made;
};

/** Replaces content only if it changed, so that readers are not interrupted. */
const write = (into: HTMLElement, ...content: Content): void => {
  const made = element('div', '', ...content);
  if (made.outerHTML !== into.innerHTML) into.replaceChildren(made);
};

/** Explicit, since some browsers don't treat a table as one if its rows are blocks. */
const roles = { 'thead, tbody': 'rowgroup', tr: 'row', th: 'columnheader' };

/** @returns a function that shows an account's keys and their use. */
export const createKeysTable = (
  table: HTMLElement,
  actions: KeyActions,
): ((account: AccountView, usage: UsageHistory | undefined) => void) => {
  part(table, 'thead th:last-child').before(...columns.map(({ label }) => header(label)));
  for (const [selector, role] of Object.entries(roles)) {
    for (const found of table.querySelectorAll(selector)) found.setAttribute('role', role);
  }
  table.setAttribute('role', 'table');
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
      const there = body.children[index] ?? null;
      if (there !== row.element) body.insertBefore(row.element, there);
    }
  };
};

const header = (label: string): HTMLElement => {
  const made = element('th', '', label);
  made.setAttribute('scope', 'col');
  return made;
};
