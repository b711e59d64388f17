export interface Copied {
  /** What it is called in a sentence, e.g. `the curl line for shout`. */
  readonly name: string;
  readonly text: () => string | Promise<string>;
  /** The same as markup, for programs that can paste it. */
  readonly html?: () => string;
  /** Selects the text on the page, so that it can be copied by hand. */
  readonly select: () => void;
  /** The message then. Default: that the text is selected. */
  readonly byHand?: string;
  /** Announces a message to screen readers. */
  readonly say: (message: string) => void;
}

/** Makes a button copy a text. */
export const copyButton = (
  button: HTMLButtonElement,
  { name, text, html, select, byHand, say }: Copied,
): void => {
  const label = button.firstChild as Text;
  const usual = label.data;
  const subject = name.charAt(0).toUpperCase() + name.slice(1);
  button.addEventListener('click', async () => {
    try {
      await write(await text(), html?.());
    } catch {
      // Without HTTPS, browsers have no clipboard.
      select();
      say(byHand ?? `${subject} is selected: copy it.`);
      return;
    }
    label.data = 'Copied';
    say(`Copied ${name}.`);
    setTimeout(() => {
      label.data = usual;
    }, 2000);
  });
};

const write = async (text: string, html?: string): Promise<void> => {
  const { clipboard } = navigator;
  if (html === undefined) return clipboard.writeText(text);
  const blob = (type: string, content: string) => ({ [type]: new Blob([content], { type }) });
  return clipboard.write([
    new ClipboardItem({ ...blob('text/plain', text), ...blob('text/html', html) }),
  ]);
};
