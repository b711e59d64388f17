/** A row of the table of keys. The element stays the same while its key changes, so that it keeps the focus. */

import type { KeyView } from '../../../../functions/accounts/views.ts';
import { dayMs } from '../../../../functions/units/time.ts';
import { type Content, element } from '../element.ts';
import type { KeyUse } from './key-use.ts';
import { isLive, type Placed } from './order.ts';
import { ago, date, moment } from './times.ts';

export interface KeyActions {
  readonly rename: (key: KeyView) => void | Promise<void>;
  readonly rotate: (key: KeyView) => void | Promise<void>;
  readonly revoke: (key: KeyView) => void | Promise<void>;
}

export interface KeyRow {
  readonly element: HTMLElement;
  readonly show: (placed: Placed, use: KeyUse, suspended: boolean) => void;
}

/** A column between the name and the actions. */
interface Column {
  /** Its header. On small screens, where rows are cards, each cell repeats it. */
  readonly label: string;
  readonly content: (placed: Placed, use: KeyUse) => Content;
}

export const columns: readonly Column[] = [
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

export const keyRow = (id: string, actions: KeyActions): KeyRow => {
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
