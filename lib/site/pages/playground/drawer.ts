/** The drawer for developers: the key, the quota in words, and the call as code. */
import { languages } from '../code.ts';
import { copyButton } from '../copy.ts';
import { bodyOf, type TextRequest } from './request.ts';

export interface Drawer {
  readonly open: () => void;
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
  const code = find<HTMLElement>('#code');
  const status = find<HTMLElement>('#copied');

  const write = () => {
    const language = find<HTMLInputElement>('[name=language]:checked').value;
    const request = draft();
    key.type = show.checked ? 'text' : 'password';
    find<HTMLElement>('#key-note').hidden = show.checked;
    code.textContent =
      languages
        .find(({ id }) => id === language)
        ?.code({
          url: new URL(`/v1/${request.voice}`, location.href).href,
          key: show.checked ? key.value.trim() : { variable: 'AMPLIFY_KEY' },
          body: JSON.stringify(bodyOf(request)),
        }) ?? '';
  };

  const open = () => {
    write();
    dialog.showModal();
  };

  dialog.addEventListener('input', write);
  find('#close-developers').addEventListener('click', () => dialog.close());
  // A press outside of the drawer closes it.
  dialog.addEventListener('click', ({ target }) => {
    if (target === dialog) dialog.close();
  });
  copyButton(find('#copy-code'), {
    name: 'the code',
    text: () => code.textContent ?? '',
    select: () => getSelection()?.selectAllChildren(code),
    say: (message) => {
      status.textContent = message;
    },
  });

  return {
    open,
    refresh: write,
    askForKey: () => {
      open();
      key.focus();
      // An empty field is not an error: the page then says where keys come from.
      if (key.value.trim() !== '') key.reportValidity();
    },
  };
};
