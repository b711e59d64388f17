/** The page without an account. */
import { find } from './template.ts';

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

const gate = find('gate');
const title = find('gate-title');
const text = find('gate-text');
const offer = find('gate-offer');
const button = find<HTMLButtonElement>('gate-button');
const leave = find<HTMLButtonElement>('gate-leave');

let shown: GateView | undefined;
let busy = false;

/** Shows it instead of the account. Focuses the title, unless nothing had the focus. */
export const showGate = (view: GateView): void => {
  const first = shown === undefined;
  shown = view;
  ready();
  gate.hidden = false;
  offer.hidden = !view.first;
  title.textContent = view.title;
  text.textContent = view.text;
  button.hidden = view.button === undefined;
  button.textContent = view.button?.[0] ?? '';
  leave.hidden = view.leave === undefined;
  if (!first) title.focus();
};

/** Shows the account instead. */
export const openGate = (): void => {
  gate.hidden = true;
};

const ready = (): void => {
  busy = false;
  gate.removeAttribute('aria-busy');
};

button.addEventListener('click', async () => {
  if (busy) return;
  busy = true;
  gate.setAttribute('aria-busy', 'true');
  await shown?.button?.[1]();
});
leave.addEventListener('click', () => shown?.leave?.());
// After the browser's back button, the page is still in the state of leaving.
addEventListener('pageshow', ready);
