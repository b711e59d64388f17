/** The tools for the shown answer. */
import { copyButton } from '../copy.ts';
import { element } from '../element.ts';
import { drawPicture } from './picture.ts';
import { linkHash } from './request.ts';
import type { Shown } from './voices.ts';

interface Subject {
  readonly shown: () => Shown;
  readonly stage: HTMLElement;
  readonly say: (message: string) => void;
}

/** Returns a function that disables or enables the tools. */
export const createTools = (
  bar: HTMLElement,
  { shown, stage, say }: Subject,
): ((disabled: boolean) => void) => {
  const find = (id: string) => bar.querySelector(`#${id}`) as HTMLButtonElement;
  const output = stage.querySelector('output') as HTMLElement;
  const link = () => new URL(linkHash(shown().request), location.href).href;
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
    text: link,
    select: () => history.replaceState(null, '', link()),
    byHand: 'The link is in the address bar: copy it from there.',
    say,
  });
  const share = find('share');
  // On a phone, other apps take it. Elsewhere people copy.
  share.hidden = !('share' in navigator && matchMedia('(pointer: coarse)').matches);
  share.addEventListener('click', () =>
    navigator
      .share({ text: output.textContent ?? '', url: link() })
      .catch((error: DOMException) => {
        if (error.name !== 'AbortError') say('Sharing did not work. Copy the link instead.');
      }),
  );
  find('save-picture').addEventListener('click', async () => {
    const picture = await drawPicture(stage);
    if (picture === null) return say('Your browser did not draw the picture.');
    save(picture, `amplify-${shown().request.voice}.png`);
    say('Saved the picture.');
  });
  makeOneStop(bar);
  return (disabled) => {
    for (const button of bar.querySelectorAll('button')) button.disabled = disabled;
  };
};

/** Downloads a file. */
const save = (file: Blob, name: string): void => {
  const link = element('a', '') as HTMLAnchorElement;
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  // Some browsers read it with a delay.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
};

/**
 * Makes the buttons one tab stop, with the arrow keys, Home and End between them (WAI-ARIA Authoring Practices,
 * toolbar pattern).
 */
const makeOneStop = (bar: HTMLElement): void => {
  const buttons = [...bar.querySelectorAll('button')];
  const setStop = (stop?: HTMLButtonElement) => {
    for (const button of buttons) button.tabIndex = button === stop ? 0 : -1;
  };
  // The last one may be hidden later.
  bar.addEventListener('focusout', () => setStop(buttons[0]));
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
