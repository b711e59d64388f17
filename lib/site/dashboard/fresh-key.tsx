/** Shows a new key once. When its dialog closes, the key is in no element and no storage. */
import { curlLine } from '../shared/code.ts';
import { handOver } from '../shared/hand-over.ts';
import type { NewKey } from './account.ts';
import { callFirst, firstCall } from './first-call.ts';
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

export const FreshKey = ({
  reveal,
  draw,
}: {
  readonly reveal: Reveal;
  readonly draw: () => void;
}) => {
  const { key, predecessor } = reveal.fresh;
  const url = new URL(firstCall.path, location.href).href;
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
  const copy = (id: string, name: string, text: string) => (
    <p class="box well row secret">
      <code id={id}>{text}</code>
      <button type="button" onClick={async () => update({ message: await copied(name, text, id) })}>
        Copy {name}
      </button>
    </p>
  );
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
        {predecessor && endOf(predecessor.expires_at)}
      </p>
      {copy('fresh-key', 'key', key)}
      <p>It works now. To try it:</p>
      {copy('fresh-curl', 'curl line', curlLine({ url, key, body: firstCall.body }))}
      <p class="row" aria-busy={reveal.busy || undefined}>
        <button type="button" onClick={send}>
          Send it now
        </button>
        <button type="button" onClick={tryIt}>
          Try it in the playground
        </button>
      </p>
      <p class="soft message" role="status">
        {reveal.message}
      </p>
      <pre class="box well" hidden={!reveal.response}>
        <code>{reveal.response}</code>
      </pre>
      <p class="row">
        <button class="main" type="button" onClick={reveal.close}>
          I have saved it
        </button>
      </p>
    </dialog>
  );
};

/** Copies a text, or selects it in its element. Returns what was done. */
const copied = async (name: string, text: string, id: string): Promise<string> => {
  try {
    await navigator.clipboard.writeText(text);
    return `Copied the ${name}.`;
  } catch {
    // Without HTTPS, browsers have no clipboard.
    getSelection()?.selectAllChildren(document.getElementById(id) as HTMLElement);
    return `The ${name} is selected: copy it.`;
  }
};

const endOf = (expires: string | null): string =>
  expires !== null && Date.parse(expires) > Date.now()
    ? `The old key works until ${moment(Date.parse(expires))}.`
    : 'The old key stops working within a minute.';
