/** Dialogs. Each is created when it opens, and removed when it closes. */
import { fromTemplate, part } from './template.ts';

export interface Question {
  /** The id of its template. */
  readonly template: string;
  /** Fills the dialog before it opens. */
  readonly prepare: (dialog: HTMLDialogElement) => void;
  /**
   * Does what was asked for. The dialog stays open until then, and if the user can correct the problem: then it
   * resolves to a message.
   */
  readonly submit: (dialog: HTMLDialogElement) => Promise<string | undefined>;
}

/** Creates a dialog from a template, and opens it. */
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

/** Closes the open question, if any. */
export const closeQuestion = (): void =>
  document.querySelector<HTMLDialogElement>('dialog:has(form)')?.close();

/**
 * Asks by a dialog. Resolves to whether it was done, when the dialog closes. Rejects and closes with the error
 * of `submit`.
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
    // What is under way can't be cancelled.
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
