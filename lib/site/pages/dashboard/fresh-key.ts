/** Shows a new key once. When its dialog closes, the key is in no element and no storage. */

import type { FreshKey, RotatedKey } from '../../../../functions/accounts/views.ts';
import type { CapitalizationResponse } from '../../../../functions/endpoints/capitalization.ts';
import { type Answer, callApi } from '../call.ts';
import { copyButton } from '../copy.ts';
import { element } from '../element.ts';
import { handOver } from '../hand-over.ts';
import { parsed } from '../json.ts';
import { answerContent, noAnswer } from '../shown-answer.ts';
import { openDialog } from './dialog.ts';
import { firstCall, firstCallLine } from './first-call.ts';
import { part } from './template.ts';
import { moment } from './times.ts';

/**
 * Resolves when the user has saved the key or left the page.
 *
 * @param arrival - resolves to what is told of the first call.
 * @param onSent - called if the first call was made here.
 */
export const showFreshKey = (
  { key, predecessor }: FreshKey & Partial<RotatedKey>,
  arrival: Promise<string>,
  onSent: () => void,
): Promise<void> =>
  new Promise((resolve) => {
    const closed = new AbortController();
    const { signal } = closed;
    const line = firstCallLine(key);

    const dialog = openDialog('fresh-key-dialog', (content) => {
      part(content, '#fresh-key').textContent = key;
      part(content, '#fresh-curl').textContent = line;
      part(content, '.predecessor').textContent = predecessor ? endOf(predecessor.expires_at) : '';
    });
    const strip = part(dialog, '.strip');
    const awaited = part(strip, '#arrival');
    const waiting = awaited.textContent;
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
    part(dialog, '#send-first').addEventListener('click', async () => {
      if (strip.ariaBusy) return;
      strip.ariaBusy = 'true';
      awaited.textContent = 'Sending your first request …';
      const answer = await callFirst(key, signal).catch((error: Error) => error);
      if (signal.aborted) return;
      strip.ariaBusy = null;
      awaited.textContent = waiting;
      const shown = part(dialog, '.answer');
      shown.replaceChildren(
        ...(answer instanceof Error ? noAnswer(answer) : answerContent(answer)),
      );
      shown.hidden = false;
      const result = answer instanceof Error ? undefined : resultOf(answer);
      if (result === undefined) return;
      onSent();
      strip.replaceChildren(stage(result));
      shown.focus({ preventScroll: true });
      strip.scrollIntoView({ block: 'nearest' });
    });
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

/** For how long a new key may get 401, in milliseconds: see docs/accounts.md. */
const patience = 5_000;

/** Makes the first call, and retries it while the key is not accepted everywhere yet. */
const callFirst = async (key: string, signal: AbortSignal): Promise<Answer> => {
  const begun = Date.now();
  for (;;) {
    const answer = await callApi({ ...firstCall, key });
    if (answer.status !== 401 || signal.aborted || Date.now() - begun > patience) return answer;
    await new Promise((resolve) => setTimeout(resolve, 1_000));
  }
};

/** The result of the first call; undefined if it failed. */
const resultOf = ({ status, text }: Answer): string | undefined => {
  const { result } = (parsed(text) ?? {}) as Partial<CapitalizationResponse>;
  return status === 200 ? result : undefined;
};

const stage = (result: string): HTMLElement => {
  const output = element('p', '', result);
  output.id = 'answer';
  const screaming = element('div', 'stage', output);
  Object.assign(screaming.dataset, { look: 'scream', animated: '' });
  return screaming;
};

const endOf = (expires: string | null): string =>
  expires !== null && Date.parse(expires) > Date.now()
    ? `The old key works until ${moment(Date.parse(expires))}.`
    : 'The old key stops working within a minute.';
