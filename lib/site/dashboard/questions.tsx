/** The dialogs that ask before something is changed. */
import type { ComponentChildren } from 'preact';
import { graces, isName } from '../../../functions/keys/rules.ts';
import type { OpenAccount, Question } from './open-account.ts';

/** Opens a dialog when it appears, and closes it before it disappears, which returns the focus. */
export const modal = (dialog: HTMLDialogElement | null) => {
  dialog?.showModal();
  return () => dialog?.close();
};

export const QuestionDialog = ({ page }: { readonly page: OpenAccount }) => {
  const { question, problem, busy } = page.shown;
  if (question === undefined) return null;
  const { title, action, content } = parts(page, question);
  const destroys = question.kind === 'revoke' || question.kind === 'delete';
  const cancel = () => page.cancel(question);
  return (
    <dialog
      ref={modal}
      aria-labelledby="dialog-title"
      onCancel={(event) => {
        // What is under way can't be cancelled.
        if (busy) event.preventDefault();
      }}
      onClose={cancel}
    >
      <form aria-busy={busy || undefined} onSubmit={submits(page, question)}>
        <h2 id="dialog-title">{title}</h2>
        {content}
        <p class="problem" role="alert">
          {problem}
        </p>
        <p class="row">
          <button class={destroys ? 'main danger' : 'main'} type="submit">
            {action}
          </button>
          <button type="button" onClick={cancel}>
            Cancel
          </button>
        </p>
      </form>
    </dialog>
  );
};

/** Answers a question by the form that is submitted. */
export const submits = (page: OpenAccount, question: Question) => (event: Event) => {
  event.preventDefault();
  void page.change(question, new FormData(event.currentTarget as HTMLFormElement));
};

interface Parts {
  readonly title: ComponentChildren;
  readonly action: string;
  readonly content: ComponentChildren;
}

const parts = ({ shown: { account } }: OpenAccount, { kind, key }: Question): Parts => {
  const name = <bdi class="name">{key?.name}</bdi>;
  switch (kind) {
    case 'create':
      return {
        title: 'New key',
        action: 'Create key',
        content: (
          <>
            <NameField hint />
            <label for="key-expires">Expires</label>
            <select id="key-expires" name="days">
              <option value="">Never</option>
              <option value="7">In 7 days</option>
              <option value="30">In 30 days</option>
              <option value="90">In 90 days</option>
              <option value="365">In 1 year</option>
            </select>
          </>
        ),
      };
    case 'rename':
      return {
        title: <>Rename {name}</>,
        action: 'Rename',
        content: <NameField name={key?.name} />,
      };
    case 'rotate':
      return {
        title: <>Rotate {name}</>,
        action: 'Rotate',
        content: (
          <>
            <p>You get a new key with a full quota.</p>
            <fieldset>
              <legend>The old key stops working</legend>
              {graces.map((seconds) => (
                <label key={seconds}>
                  <input
                    type="radio"
                    name="grace"
                    value={seconds}
                    defaultChecked={seconds === 86_400}
                  />
                  {graceLabels[seconds]}
                </label>
              ))}
            </fieldset>
            <p class="soft">
              “Now” takes effect within a minute. Otherwise, responses to the old key say when it
              stops, from a minute after the rotation at the latest.
            </p>
          </>
        ),
      };
    case 'revoke':
      return {
        title: <>Revoke {name}</>,
        action: 'Revoke',
        content: (
          <>
            <p>
              Requests with <code>{key?.start}…</code> will fail within a minute. This can’t be
              undone.
            </p>
            <Confirmation text={String(key?.name)} label="Type the key’s name" />
          </>
        ),
      };
    case 'delete':
      return {
        title: 'Delete account',
        action: 'Delete account',
        content: (
          <>
            <p>
              All your keys stop working within a minute, your address is erased, and you can’t sign
              in to this account any more. The numbers of requests are kept for 32 days, without a
              name. This can’t be undone.
            </p>
            {account.suspended_at !== null && (
              <p>
                The account is suspended, so your sign-in is kept, disabled, with its address: you
                can’t sign up with it again until the operator of this service removes it.
              </p>
            )}
            <Confirmation text={account.email} label="Type your e-mail address" />
          </>
        ),
      };
  }
};

const graceLabels: Readonly<Record<(typeof graces)[number], string>> = {
  0: 'Now',
  3600: 'In 1 hour',
  86400: 'In 1 day',
  604800: 'In 7 days',
};

/** What a field may not have, as the browser's own messages are shown. */
const checks = (problem: (value: string) => string) => {
  const check = (field: HTMLInputElement) => field.setCustomValidity(problem(field.value));
  return {
    ref: (field: HTMLInputElement | null) => {
      if (field) check(field);
    },
    onInput: (event: Event) => check(event.currentTarget as HTMLInputElement),
  };
};

/** By the service's rule. */
const named = checks((name) =>
  isName(name.trim()) ? '' : 'A name has 1 to 100 visible characters.',
);

/** @param hint - whether to say what a name is for. */
export const NameField = ({ name = '', hint }: { name?: string | undefined; hint?: boolean }) => (
  <>
    <label for="key-name">Name</label>
    <input
      id="key-name"
      name="name"
      defaultValue={name}
      required
      autocomplete="off"
      spellcheck={false}
      aria-describedby={hint ? 'key-name-hint' : undefined}
      {...named}
    />
    {hint && (
      <p class="soft" id="key-name-hint">
        What will use it, such as “build server”.
      </p>
    )}
  </>
);

/** A field into which a text is typed to confirm. */
const Confirmation = ({ text, label }: { readonly text: string; readonly label: string }) => (
  <>
    <label for="confirmation">{label}</label>
    <input
      id="confirmation"
      required
      autocomplete="off"
      autocapitalize="none"
      spellcheck={false}
      {...checks((typed) =>
        visibleText(typed) === visibleText(text) ? '' : `Type \u2068${text}\u2069.`,
      )}
    />
  </>
);

/** Invisible differences are ignored, since nobody can type them. */
const visibleText = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/[\p{DI}\s]+/gu, ' ')
    .trim()
    .toLowerCase();
