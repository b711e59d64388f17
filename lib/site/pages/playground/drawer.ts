/** The drawer for developers: the key, the quota in words, the last response, and the request as code. */
import type { Answer } from '../call.ts';
import { keyInCode, keyIsPublic } from '../key.ts';
import { runSamples, writeSamples } from '../samples.ts';
import { answerContent } from '../shown-answer.ts';
import { bodyOf, type TextRequest } from './request.ts';

export interface Drawer {
  /** @param part - the id of the heading to begin at. Default: the top. */
  readonly open: (part?: string) => void;
  readonly showResponse: (answer: Answer) => void;
  /** Opens it at the field for the key. */
  readonly askForKey: () => void;
  /** Writes the code again, for another key. */
  readonly refresh: () => void;
}

/**
 * @param dialog - the drawer.
 * @param key - the field of the key.
 * @param draft - the request that the page would send now.
 */
export const createDrawer = (
  dialog: HTMLDialogElement,
  key: HTMLInputElement,
  draft: () => TextRequest,
): Drawer => {
  const find = <T extends Element>(selector: string) => dialog.querySelector(selector) as T;
  const show = find<HTMLInputElement>('#show-key');
  const status = find<HTMLElement>('#copied');

  const write = () => {
    const request = draft();
    key.type = show.checked ? 'text' : 'password';
    find<HTMLElement>('#key-note').hidden = show.checked || keyIsPublic;
    writeSamples(dialog, {
      url: new URL(`/v1/${request.voice}`, location.href).href,
      key: keyInCode(key.value, show.checked),
      body: JSON.stringify(bodyOf(request)),
    });
  };

  const open = (part = 'developers-title') => {
    write();
    dialog.showModal();
    find(`#${part}`).scrollIntoView();
  };

  dialog.addEventListener('input', write);
  find('#close-developers').addEventListener('click', () => dialog.close());
  // A press outside of the drawer closes it.
  dialog.addEventListener('click', ({ target }) => {
    if (target === dialog) dialog.close();
  });
  runSamples((message) => {
    status.textContent = message;
  });

  return {
    open,
    showResponse: (answer) => {
      find<HTMLElement>('#response').hidden = false;
      find('#response .answer').replaceChildren(...answerContent(answer));
    },
    refresh: write,
    askForKey: () => {
      open();
      key.focus();
      // An empty field is not an error: the page then says where keys come from.
      if (key.value.trim() !== '') key.reportValidity();
    },
  };
};
