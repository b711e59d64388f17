/** The key that a visitor calls with. The playground and the reference share it until the tab is closed. */
import type { SampleCall } from './code.ts';
import { tabStorage } from './storage.ts';

const name = 'amplify-key';

/** Whether any key works, so that code may show it. */
export const keyIsPublic = document.documentElement.dataset.keyPolicy === 'demo';

/** The key in code: a secret one is in a variable. */
export const keyInCode = (key: string): SampleCall['key'] =>
  keyIsPublic ? key.trim() || undefined : { variable: 'AMPLIFY_KEY' };

/**
 * Fills the fields with the stored key, and stores what is typed. On a stage with demo keys, a visitor gets a
 * random key with its own quota.
 *
 * @param onChange - is called at the start, and whenever the key changes.
 * @returns a function that sets a key without storing it, or without one, restores the stored key.
 */
export const runKeyFields = (
  fields: readonly HTMLInputElement[],
  onChange: () => void,
): ((key?: string) => void) => {
  const set = (key = tabStorage.get(name) ?? '') => {
    // Even an equal value would move the cursor in some browsers.
    for (const field of fields) if (field.value !== key) field.value = key;
    onChange();
  };
  const store = (key: string) => {
    tabStorage.set(name, key);
    set(key);
  };
  for (const field of fields) field.addEventListener('input', () => store(field.value));
  store(tabStorage.get(name) ?? guestKey());
  return set;
};

const guestKey = (): string => {
  if (!keyIsPublic) return '';
  const digits = crypto.getRandomValues(new Uint8Array(4));
  return `guest-${Array.from(digits, (digit) => digit.toString(16).padStart(2, '0')).join('')}`;
};
