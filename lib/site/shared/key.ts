/** The key that a visitor calls with. The playground and the reference share it until the tab is closed. */
import type { SampleCall } from './code.ts';
import { type Content, element } from './element.ts';
import { tabStorage } from './storage.ts';

const name = 'amplify-key';

/** Whether any key works, so that code may show it. */
const keyIsPublic = document.documentElement.dataset.keyPolicy === 'demo';

/** The key in code: a secret one is in a variable. */
export const keyInCode = (key: string): SampleCall['key'] =>
  keyIsPublic ? key.trim() || undefined : { variable: 'AMPLIFY_KEY' };

/** A sentence without its full stop that asks for a key, with where to create one if that is needed. */
export const askForKey = (request: string): Content => {
  const link = Object.assign(element('a', '', 'create a free one'), { href: '/dashboard' });
  return keyIsPublic ? [`${request}.`] : [`${request}, or `, link, '.'];
};

/** Why a field's key can't be sent; undefined if it can. */
export const keyFault = ({ value, validity, title }: HTMLInputElement): Content | undefined => {
  if (value.trim() === '') return askForKey('A key is missing. Enter one');
  return validity.valid ? undefined : [`A header can’t carry this key: ${title}.`];
};

/**
 * Fills the field with the stored key, and stores what is typed. On a stage with demo keys, a visitor gets a
 * random key with its own quota.
 *
 * @param onChange - is called at the start, and whenever the key changes.
 * @returns a function. Called with a key, it shows the key without storing it; without one, the stored key again.
 */
export const runKeyField = (
  field: HTMLInputElement,
  onChange: () => void,
): ((key?: string) => void) => {
  const set = (key = tabStorage.get(name) ?? '') => {
    field.value = key;
    onChange();
  };
  const store = () => {
    tabStorage.set(name, field.value);
    onChange();
  };
  field.addEventListener('input', store);
  field.value = tabStorage.get(name) ?? guestKey();
  store();
  const toggle = document.querySelector<HTMLInputElement>('#show-key');
  toggle?.addEventListener('change', () => {
    field.type = toggle.checked ? 'text' : 'password';
  });
  (field.closest('fieldset') as HTMLFieldSetElement).disabled = false;
  return set;
};

const guestKey = (): string => {
  if (!keyIsPublic) return '';
  const digits = crypto.getRandomValues(new Uint8Array(4));
  return `guest-${Array.from(digits, (digit) => digit.toString(16).padStart(2, '0')).join('')}`;
};
