import type { AccountView } from '../../../../functions/accounts/views.ts';
import { element } from '../element.ts';
import { columns, type KeyActions, type KeyRow, keyRow } from './key-row.ts';
import { useOf } from './key-use.ts';
import { inOrder } from './order.ts';
import { part } from './template.ts';
import type { UsageHistory } from './usage-history.ts';

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
