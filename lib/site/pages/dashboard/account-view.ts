/** Shows the state of the account. */

import type { AccountView } from '../../../../functions/accounts/views.ts';
import { duration } from '../duration.ts';
import { element } from '../element.ts';
import { countedKeys, replacedText } from './order.ts';
import { find, part } from './template.ts';
import { date, moment } from './times.ts';

/** The operator's e-mail address, if the stage has one. */
const { contact: operator } = document.documentElement.dataset;

export const showAccount = (account: AccountView): void => {
  const { email, created_at, suspended_at, keys } = account;
  find('who-email').textContent = email;
  find('email').textContent = email;
  find('since').textContent = date(Date.parse(created_at));
  find('plan').textContent = planText(account.plan);
  find('unit').textContent = precision(account.plan);
  if (operator !== undefined) showContact(operator);
  const suspended = find('suspended');
  suspended.hidden = suspended_at === null;
  suspended.textContent = suspended_at === null ? '' : suspendedText(suspended_at);
  const wait = whyNoKey(account);
  find('limits').textContent =
    wait ?? `${countedKeys(keys)} of ${account.limits.active_keys} keys${replacedText(keys)}`;
  find<HTMLButtonElement>('new-key').disabled = wait !== undefined;
  showFirst(keys.length === 0, wait);
};

/** Shows a form for the first key instead of the list and its usage. */
const showFirst = (isEmpty: boolean, wait: string | undefined): void => {
  const form = document.getElementById('first');
  if (form === null) return;
  part(form, '#first-wait').textContent = wait ?? '';
  part<HTMLButtonElement>(form, 'button').disabled = wait !== undefined;
  find('with-keys').hidden = isEmpty;
  // Dialogs have a field of the same name.
  if (!isEmpty) form.remove();
};

const showContact = (address: string): void => {
  const link = element('a', '', address) as HTMLAnchorElement;
  link.href = `mailto:${encodeURI(address)}`;
  const contact = find('contact');
  contact.hidden = false;
  contact.replaceChildren('For another plan, write to ', link, ' from the address above.');
};

const suspendedText = (since: string): string =>
  `Your account has been suspended since ${moment(Date.parse(since))}: requests with its keys get 401. You can revoke them, and delete the account.${operator === undefined ? '' : ` Ask ${operator} why.`}`;

/** Why no key can be created now; undefined if one can. */
const whyNoKey = ({ keys, limits, suspended_at }: AccountView): string | undefined => {
  if (suspended_at !== null) return 'No keys can be created while the account is suspended.';
  if (countedKeys(keys) >= limits.active_keys) {
    return `You have ${limits.active_keys} of ${limits.active_keys} keys. Revoke one to create another.`;
  }
  if (limits.changes_left <= 0) {
    return `You have made the ${limits.changes_per_day} changes of a day. More are possible from midnight UTC; revoking always works.`;
  }
  return undefined;
};

const units = new Map([
  [60, 'minute'],
  [3_600, 'hour'],
  [86_400, 'day'],
]);

const unitText = (seconds: number): string => units.get(seconds) ?? duration(seconds);

const planText = ({ name, limit, window_seconds: seconds }: AccountView['plan']): string =>
  `${name}: ${limit.toLocaleString('en')} requests per ${unitText(seconds)} for each key. A new key starts with all of them, also after a rotation.`;

/** How precise the last use is: calls are counted by window or by hour. */
const precision = ({ window_seconds: seconds }: AccountView['plan']): string =>
  unitText(Math.min(seconds, 3_600));
