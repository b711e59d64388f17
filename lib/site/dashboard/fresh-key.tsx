/** Shows a new key once. When its dialog closes, the key is in no element and no storage. */
import { curlLines } from '../shared/code.ts';
import { copy } from '../shared/copy.ts';
import { handOver } from '../shared/hand-over.ts';
import { callFirst, firstCall } from './first-call.ts';
import type { NewKey } from './open-account.ts';
import { modal } from './questions.tsx';
import { moment } from './times.ts';

/** A new key that is shown, and what came of the buttons beside it. */
export interface Reveal {
  readonly fresh: NewKey;
  readonly close: () => void;
  /** What was done, for people. */
  message?: string;
  /** The response to the first call, if it came. */
  response?: string;
  busy?: boolean;
}

export const FreshKeyPanel = ({
  reveal,
  draw,
}: {
  readonly reveal: Reveal;
  readonly draw: () => void;
}) => {
  const { key, predecessor } = reveal.fresh;
  const url = new URL(firstCall.path, location.href).href;
  const curl = curlLines({ url, key, body: firstCall.body });
  const update = (changes: Partial<Reveal>) => {
    Object.assign(reveal, changes);
    draw();
  };
  const send = async () => {
    if (reveal.busy) return;
    update({ busy: true, message: 'Sending …', response: '' });
    try {
      const { status, text } = await callFirst(key);
      const message = status === 200 ? 'It works.' : `It was refused (${status}).`;
      update({ busy: false, message, response: text });
    } catch (error) {
      update({ busy: false, message: (error as Error).message });
    }
  };
  const tryIt = () =>
    update({
      message: handOver(key)
        ? 'The playground opened with your key. Save the key before you close this dialog.'
        : 'Your browser blocked the window. Copy the key, and paste it in the playground.',
    });
  const copyControl = (id: string, name: string, text: string) => {
    const select = () =>
      getSelection()?.selectAllChildren(document.getElementById(id) as HTMLElement);
    const press = async () => update({ message: (await copy(`the ${name}`, text, select))[1] });
    return (
      <button type="button" onClick={press}>
        Copy {name}
      </button>
    );
  };
  return (
    <dialog
      class="wide"
      ref={modal}
      closedby="none"
      aria-labelledby="dialog-title"
      aria-describedby="fresh-hint"
      // The key must not be lost by accident.
      onCancel={(event) => event.preventDefault()}
    >
      <h2 id="dialog-title">Save your key</h2>
      <p id="fresh-hint">
        Keep it where you keep passwords: it is shown only once.{' '}
        {predecessor && graceText(predecessor.expires_at)}
      </p>
      <pre id="fresh-key">{key}</pre>
      <p class="row">{copyControl('fresh-key', 'key', key)}</p>
      <p>It works now. To try it:</p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it. */}
      <pre id="fresh-curl" tabIndex={0}>
        {curl}
      </pre>
      <p class="row" aria-busy={reveal.busy || undefined}>
        <button type="button" onClick={send}>
          Send it now
        </button>
        <button type="button" onClick={tryIt}>
          Try it in the playground
        </button>
        {copyControl('fresh-curl', 'curl line', curl)}
      </p>
      <p class="soft message" role="status">
        {reveal.message}
      </p>
      <p class="row">
        <button class="main" type="button" onClick={reveal.close}>
          I have saved it
        </button>
      </p>
      {reveal.response && <pre>{reveal.response}</pre>}
    </dialog>
  );
};

const graceText = (expires: string | null): string =>
  expires !== null && Date.parse(expires) > Date.now()
    ? `The old key works until ${moment(Date.parse(expires))}.`
    : 'The old key stops working within a minute.';
