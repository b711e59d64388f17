/** The key that a visitor calls with. Both pages use the same, until the tab is closed. */
import { tabStorage } from './storage.ts';

const name = 'amplify-key';

/**
 * Puts the remembered key into a field, and remembers what is typed there. Where any key will do, a
 * visitor is given one that nobody else has, and with it a quota of their own.
 *
 * @param onChange - takes the key once at the start, and whenever another one was typed.
 */
export const keyField = (input: HTMLInputElement, onChange: (key: string) => void): void => {
  input.value = tabStorage.get(name) ?? newKey();
  const use = () => {
    tabStorage.set(name, input.value);
    onChange(input.value.trim());
  };
  input.addEventListener('change', use);
  use();
};

const newKey = (): string => {
  if (document.documentElement.dataset.keyPolicy !== 'demo') return '';
  const digits = crypto.getRandomValues(new Uint8Array(4));
  return `guest-${Array.from(digits, (digit) => digit.toString(16).padStart(2, '0')).join('')}`;
};
