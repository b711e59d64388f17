/** The page of somebody who is not signed in, or has no account that can be shown. */
import { curlLines } from '../shared/code.ts';
import { firstCall } from './first-call.ts';

export interface GateView {
  readonly title: string;
  readonly text: string;
  /** The label of a button, and its action. */
  readonly button?: readonly [label: string, act: () => Promise<void>];
  /** Whether to say what new accounts get. */
  readonly first?: boolean;
  /** The action of the button `Sign out`, if there is one. */
  readonly leave?: () => void;
}

/** What the stage has for new callers, in the page's markup. */
const { offer, signUp, terms, privacy } = (document.getElementById('dashboard') as HTMLElement)
  .dataset;

/** Whether anybody may sign up. */
export const isOpen = signUp === 'open';

/** @param onPress - gets the action of the pressed button. */
export const Gate = ({
  view: { title, text, button, first, leave },
  busy,
  onPress,
}: {
  readonly view: GateView;
  readonly busy: boolean;
  readonly onPress: (act: () => Promise<void>) => void;
}) => (
  <div class="gate" aria-busy={busy || undefined}>
    <div>
      <h1 id="gate-title" tabIndex={-1}>
        {title}
      </h1>
      <p role="status">{text}</p>
      {first && <p>{offer} If you have an account, the same button signs you in.</p>}
      <p class="row">
        {button && (
          <button class="main" type="button" onClick={() => onPress(button[1])}>
            {button[0]}
          </button>
        )}
        {leave && (
          <button type="button" onClick={leave}>
            Sign out
          </button>
        )}
      </p>
      {first && terms && privacy && (
        <p class="soft row">
          <a href={terms}>Terms of use</a>
          <a href={privacy}>Privacy policy</a>
        </p>
      )}
    </div>
    {first && (
      <section class="box" aria-labelledby="example-title">
        <h2 id="example-title">What a key is for</h2>
        <pre>
          {curlLines({
            url: new URL(firstCall.path, location.href).href,
            key: { variable: 'AMPLIFY_KEY' },
            body: firstCall.body,
          })}
        </pre>
        <p class="soft">The response:</p>
        <pre>{firstCall.response}</pre>
      </section>
    )}
  </div>
);
