/** What stands on the page while no account does. */

/** What is shown and can be done. */
export interface GateView {
  readonly title: string;
  readonly text: string;
  /** A button with this label, and what it does. */
  readonly button?: readonly [label: string, act: () => Promise<void>];
  /** What the button `Sign out` does, where there is one. */
  readonly leave?: () => void;
}

const find = <Kind extends HTMLElement>(id: string) => document.getElementById(id) as Kind;
const gate = find('gate');
const title = find('gate-title');
const text = find('gate-text');
const button = find<HTMLButtonElement>('gate-button');
const leave = find<HTMLButtonElement>('gate-leave');

let shown: GateView | undefined;
let busy = false;

/** Shows it, in the place of the account. What has the focus is its title, unless nothing had it before. */
export const showGate = (view: GateView): void => {
  const first = shown === undefined;
  shown = view;
  ready();
  gate.hidden = false;
  title.textContent = view.title;
  text.textContent = view.text;
  button.hidden = view.button === undefined;
  button.textContent = view.button?.[0] ?? '';
  leave.hidden = view.leave === undefined;
  if (!first) title.focus();
};

/** Makes way for the account. */
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
// Whoever comes back by the browser's button finds the page as they left it: busy with leaving.
addEventListener('pageshow', ready);
