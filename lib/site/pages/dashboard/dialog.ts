/** Dialogs. Each is made when it opens, and gone when it is closed. */
import { fromTemplate, part } from './template.ts';

/** A dialog with a form. */
export interface Question {
  /** The id of its template. */
  readonly template: string;
  /** Fills it in before it opens. */
  readonly prepare: (dialog: HTMLDialogElement) => void;
  /**
   * Does what was asked for. The dialog stays open until that is done, and if it could not be done for a
   * reason that who asked can mend: that is what it then resolves to, in words.
   */
  readonly submit: (dialog: HTMLDialogElement) => Promise<string | undefined>;
}

/** Makes a dialog of a template, and opens it. */
export const openDialog = (
  template: string,
  prepare: (dialog: HTMLDialogElement) => void,
): HTMLDialogElement => {
  const dialog = fromTemplate<HTMLDialogElement>(template);
  document.body.append(dialog);
  prepare(dialog);
  dialog.showModal();
  return dialog;
};

/** Closes the dialog that asks something, if one is open. */
export const closeQuestion = (): void =>
  document.querySelector<HTMLDialogElement>('dialog:has(form)')?.close();

/**
 * Asks by a dialog. Resolves when it is closed, to whether it was done. Rejects, and closes it, with what
 * `submit` rejects with.
 */
export const ask = ({ template, prepare, submit }: Question): Promise<boolean> =>
  new Promise((resolve, reject) => {
    const dialog = openDialog(template, prepare);
    const form = part<HTMLFormElement>(dialog, 'form');
    const problem = part(dialog, '.problem');
    let busy = false;

    form.addEventListener('submit', async (event) => {
      event.preventDefault();
      if (busy || !form.reportValidity()) return;
      busy = true;
      form.setAttribute('aria-busy', 'true');
      problem.textContent = '';
      try {
        const left = await submit(dialog);
        if (left === undefined) {
          resolve(true);
          dialog.close();
        } else {
          problem.textContent = left;
        }
      } catch (error) {
        reject(error);
        dialog.close();
      } finally {
        busy = false;
        form.removeAttribute('aria-busy');
      }
    });
    // What is being done can't be called off any more.
    dialog.addEventListener('cancel', (event) => {
      if (busy) event.preventDefault();
    });
    part(dialog, '[value=cancel]').addEventListener('click', () => {
      if (!busy) dialog.close();
    });
    dialog.addEventListener('close', () => {
      dialog.remove();
      resolve(false);
    });
  });
