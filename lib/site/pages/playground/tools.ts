/** What can be done with the answer that is shown. */
import { copyButton } from '../copy.ts';
import { linkHash } from './request.ts';
import type { Shown } from './voices.ts';

/** What the tools are for. */
interface Subject {
  readonly shown: () => Shown;
  /** Where it is shown. */
  readonly output: HTMLElement;
  readonly say: (message: string) => void;
}

/** Brings the tools to life. Returns what disables and enables them. */
export const createTools = (
  bar: HTMLElement,
  { shown, output, say }: Subject,
): ((disabled: boolean) => void) => {
  const find = (id: string) => bar.querySelector(`#${id}`) as HTMLButtonElement;
  const select = () => getSelection()?.selectAllChildren(output);
  copyButton(find('copy-result'), {
    name: 'the result',
    text: () => output.textContent ?? '',
    html: () => {
      const markup = output.cloneNode(true) as HTMLElement;
      for (const word of markup.children) word.removeAttribute('style');
      return markup.innerHTML;
    },
    select,
    say,
  });
  copyButton(find('copy-markdown'), {
    name: 'the Markdown',
    text: () => String(shown().answer?.body.result),
    select,
    say,
  });
  copyButton(find('copy-link'), {
    name: 'the link',
    text: () => new URL(linkHash(shown().request), location.href).href,
    select: () => history.replaceState(null, '', linkHash(shown().request)),
    byHand: 'The link stands in the address bar: copy it from there.',
    say,
  });
  makeOneStop(bar);
  return (disabled) => {
    for (const button of bar.querySelectorAll('button')) button.disabled = disabled;
  };
};

/**
 * Makes the buttons one stop of the Tab key, with the arrow keys, Home and End between them (WAI-ARIA Authoring
 * Practices, toolbar pattern).
 */
const makeOneStop = (bar: HTMLElement): void => {
  const buttons = [...bar.querySelectorAll('button')];
  const setStop = (stop?: HTMLButtonElement) => {
    for (const button of buttons) button.tabIndex = button === stop ? 0 : -1;
  };
  bar.addEventListener('focusin', ({ target }) => setStop(target as HTMLButtonElement));
  bar.addEventListener('keydown', (event) => {
    const shown = buttons.filter(({ hidden }) => !hidden);
    const at = shown.indexOf(document.activeElement as HTMLButtonElement);
    const next = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: -1 }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    shown.at(next % shown.length)?.focus();
  });
  setStop(buttons[0]);
};
