/** Dialogs. Each is created when it opens, and removed when it closes. */
import { Refused, reason } from './refused.ts';
import { contentOf, part } from './template.ts';

export interface Question<Answer> {
  /** The id of its template. */
  readonly template: string;
  /** Fills the dialog before it opens. */
  readonly prepare: (dialog: HTMLDialogElement) => void;
  /** Makes the change. */
  readonly submit: (dialog: HTMLDialogElement) => Promise<Answer>;
  /** The message if it is unknown whether the change was made. */
  readonly uncertain?: string;
}

/** Creates a dialog from a template, and opens it. */
export const openDialog = (
  template: string,
  prepare: (dialog: HTMLDialogElement) => void,
): HTMLDialogElement => {
  const dialog = part<HTMLDialogElement>(contentOf(template), 'dialog');
  document.body.append(dialog);
  prepare(dialog);
  dialog.showModal();
  return dialog;
};

/** Closes the open question, if any. */
export const closeQuestion = (): void =>
  document.querySelector<HTMLDialogElement>('dialog:has(form)')?.close();

/**
 * Asks in a dialog, and makes the change. The dialog stays open after a failure that a retry may fix. Resolves to
 * undefined if it is cancelled. Rejects with `Refused` if the page is out of date.
 */
export const ask = <Answer>({
  template,
  prepare,
  submit,
  uncertain,
}: Question<Answer>): Promise<Answer | undefined> =>
  new Promise((resolve, reject) => {
    const dialog = openDialog(template, prepare);
    const form = part<HTMLFormElement>(dialog, 'form');
    const problem = part(dialog, '.problem');
    const isBusy = () => form.ariaBusy === 'true';

    form.addEventListener('submit', async (event) => {
      event.preventDefault();
      if (isBusy() || !form.reportValidity()) return;
      form.ariaBusy = 'true';
      problem.textContent = '';
      try {
        resolve(await submit(dialog));
        dialog.close();
      } catch (error) {
        const advice = error instanceof Refused ? adviceOf(error, uncertain) : undefined;
        if (advice === undefined) {
          reject(error);
          dialog.close();
        } else {
          problem.textContent = advice;
        }
      }
      form.ariaBusy = null;
    });
    // What is under way can't be cancelled.
    dialog.addEventListener('cancel', (event) => {
      if (isBusy()) event.preventDefault();
    });
    part(dialog, '[value=cancel]').addEventListener('click', () => {
      if (!isBusy()) dialog.close();
    });
    dialog.addEventListener('close', () => {
      dialog.remove();
      resolve(undefined);
    });
  });

/**
 * The message of a failure that a retry may fix; undefined if the page is out of date: the session has ended, or
 * something was changed elsewhere.
 */
const adviceOf = (refused: Refused, uncertain = reason(refused)): string | undefined => {
  if (!refused.certain) return refused.unsent ? reason(refused) : uncertain;
  return [422, 429].includes(Number(refused.status)) ? reason(refused) : undefined;
};
