/** Shows a new key once. When its dialog closes, the key is in no element and no storage. */

import type { FreshKey, RotatedKey } from '../../../../functions/accounts/views.ts';
import { copyButton } from '../copy.ts';
import { handOver } from '../hand-over.ts';
import { openDialog } from './dialog.ts';
import { firstCall } from './first-call.ts';
import { part } from './template.ts';
import { moment } from './times.ts';

/**
 * Resolves when the user has saved the key or left the page.
 *
 * @param arrival - resolves to what is told of the first call.
 */
export const showFreshKey = (
  { key, predecessor }: FreshKey & Partial<RotatedKey>,
  arrival: Promise<string>,
): Promise<void> =>
  new Promise((resolve) => {
    const closed = new AbortController();
    const { signal } = closed;
    const line = firstCall(key);

    const dialog = openDialog('fresh-key-dialog', (content) => {
      part(content, '#fresh-key').textContent = key;
      part(content, '#fresh-curl').textContent = line;
      part(content, '.predecessor').textContent = predecessor ? endOf(predecessor.expires_at) : '';
    });
    const awaited = part(dialog, '#arrival');
    void arrival.then((text) => {
      awaited.textContent = text;
    });
    const status = part(dialog, '.told');
    const say = (message: string) => {
      status.textContent = message;
    };
    const close = () => {
      dialog.close();
      dialog.replaceChildren();
      dialog.remove();
      closed.abort();
      resolve();
    };

    for (const [button, name, text, code] of [
      ['#copy-key', 'the key', key, '#fresh-key'],
      ['#copy-curl', 'the curl line', line, '#fresh-curl'],
    ] as const) {
      copyButton(part<HTMLButtonElement>(dialog, button), {
        name,
        text: () => text,
        select: () => getSelection()?.selectAllChildren(part(dialog, code)),
        // The button shows it.
        say: (message) => {
          part(dialog, '#copied').textContent = message;
        },
      });
    }
    part(dialog, '#to-playground').addEventListener('click', () => {
      const opened = handOver(key);
      say(
        opened
          ? 'The playground opened with your key. Save the key before you close this dialog.'
          : 'Your browser blocked the window. Copy the key, and paste it in the playground.',
      );
    });
    part(dialog, '#saved').addEventListener('click', close);
    // The key must not be lost by accident: neither by Escape nor by leaving the page.
    dialog.addEventListener('cancel', (event) => event.preventDefault());
    addEventListener('beforeunload', (event) => event.preventDefault(), { signal });
    // A browser may keep the page in its back/forward cache.
    addEventListener('pagehide', close, { signal });
  });

const endOf = (expires: string | null): string =>
  expires !== null && Date.parse(expires) > Date.now()
    ? `The old key works until ${moment(Date.parse(expires))}.`
    : 'The old key stops working within a minute.';
