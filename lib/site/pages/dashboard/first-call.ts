/** A first call with a key, for callers without any. */

import type { AccountView } from '../../../../functions/accounts/views.ts';
import { copyButton } from '../copy.ts';
import { type Call, curlLine } from '../curl.ts';
import { isLive } from './order.ts';
import { part } from './template.ts';

export const firstCall = (key: Call['key']): string => {
  const url = new URL('/v1/shout', location.href).href;
  return curlLine({ url, key, body: JSON.stringify({ text: 'hello' }) });
};

/**
 * @returns a function that shows it instead of the charts, for a key's id, or for all keys if the id is empty.
 */
export const createFirstCall = (
  section: HTMLElement,
): ((account: AccountView, id: string) => void) => {
  const line = part(section, '#first-curl');
  line.textContent = firstCall({ variable: 'AMPLIFY_KEY' });
  copyButton(part<HTMLButtonElement>(section, '#copy-first-curl'), {
    name: 'the curl line',
    text: () => String(line.textContent),
    select: () => getSelection()?.selectAllChildren(line),
    say: (message) => {
      part(section, '#first-said').textContent = message;
    },
  });
  return ({ keys }, id) => {
    const key = keys.find((candidate) => candidate.id === id);
    part(section, '#first-key').textContent = key ? `${key.start}…` : 'a key';
    part(section, '#first-how').hidden = !keys.some(isLive);
  };
};
