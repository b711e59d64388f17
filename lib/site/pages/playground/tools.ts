/** The tools for what the stage shows. */
import { copyButton } from '../copy.ts';
import { element } from '../element.ts';
import { drawPicture } from './picture.ts';
import { boldOf, linkHash, type Shown } from './request.ts';
import { voiceOf } from './voices.ts';

interface Subject {
  readonly shown: () => Shown;
  readonly stage: HTMLElement;
  readonly say: (message: string) => void;
}

export const createTools = (bar: HTMLElement, { shown, stage, say }: Subject): void => {
  const find = (id: string) => bar.querySelector(`#${id}`) as HTMLButtonElement;
  const output = stage.querySelector('#answer') as HTMLElement;
  const link = () => new URL(linkHash(shown().request, boldOf(shown())), location.href).href;
  copyButton(find('copy-result'), {
    name: 'the result',
    text: () => String(shown().answer?.body.result),
    html: () => {
      const markup = output.cloneNode(true) as HTMLElement;
      for (const word of markup.children) word.removeAttribute('style');
      return markup.innerHTML;
    },
    select: () => getSelection()?.selectAllChildren(output),
    say,
  });
  copyButton(find('copy-link'), {
    name: 'the link',
    text: link,
    select: () => history.replaceState(null, '', link()),
    byHand: 'The link is in the address bar: copy it from there.',
    say,
  });
  const draw = async (): Promise<Blob> => {
    const drawn = await drawPicture(stage, voiceOf(shown().request.voice).largest);
    if (drawn === null) throw new Error('The browser could not draw the picture.');
    return drawn;
  };
  const copyPicture = find('copy-picture');
  copyPicture.hidden = !globalThis.ClipboardItem?.supports?.('image/png');
  copyPicture.addEventListener('click', () => {
    // Safari needs the promise: after a wait, it no longer counts the press.
    const copying = navigator.clipboard.write([new ClipboardItem({ 'image/png': draw() })]);
    copying.then(
      () => say('Copied the picture.'),
      () => say('Copying did not work. Save the picture instead.'),
    );
  });
  const picture = find('picture');
  if (canShare(new File([], 'amplify.png', { type: 'image/png' }))) {
    picture.textContent = 'Share picture';
  }
  picture.addEventListener('click', async () => {
    const { voice } = shown().request;
    const drawn = await draw().catch(({ message }: Error) => say(message));
    if (!drawn) return;
    const file = new File([drawn], `amplify-${voice}.png`, { type: drawn.type });
    if (!canShare(file)) {
      save(file);
      return say('Saved the picture.');
    }
    await navigator.share({ files: [file], url: link() }).catch(({ name }: DOMException) => {
      if (name !== 'AbortError') say('Sharing did not work. Copy the link instead.');
    });
  });
};

/** Whether other apps take files. Where people use a mouse, they rather save them. */
const canShare = (file: File): boolean =>
  matchMedia('(pointer: coarse)').matches && navigator.canShare?.({ files: [file] }) === true;

const save = (file: File): void => {
  const link = element('a', '') as HTMLAnchorElement;
  link.href = URL.createObjectURL(file);
  link.download = file.name;
  link.click();
  // Some browsers read it with a delay.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
};
