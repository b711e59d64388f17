/** The key that a visitor calls with. The playground and the reference use the same, until the tab is closed. */
import { tabStorage } from './storage.ts';

const name = 'amplify-key';

/**
 * Puts the stored key into a field, and stores what is typed there. Where any key will do, a
 * visitor is given one that nobody else has, and with it a quota of their own.
 *
 * @param onChange - takes the key once at the start, and whenever it has changed.
 * @returns sets another key, which is not stored; without one, the stored key.
 */
export const keyField = (
  input: HTMLInputElement,
  onChange: (key: string) => void,
): ((key?: string) => void) => {
  const set = (key = tabStorage.get(name) ?? '') => {
    input.value = key;
    onChange(key.trim());
  };
  const store = () => {
    tabStorage.set(name, input.value);
    onChange(input.value.trim());
  };
  input.value = tabStorage.get(name) ?? newKey();
  input.addEventListener('change', store);
  store();
  return set;
};

const newKey = (): string => {
  if (document.documentElement.dataset.keyPolicy !== 'demo') return '';
  const digits = crypto.getRandomValues(new Uint8Array(4));
  return `guest-${Array.from(digits, (digit) => digit.toString(16).padStart(2, '0')).join('')}`;
};
