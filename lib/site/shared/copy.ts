export interface Copied {
  /** What it is called in a sentence, e.g. `the curl line for shout`. */
  readonly name: string;
  readonly text: () => string | Promise<string>;
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
  { name, text, select, byHand, say }: Copied,
): void => {
  const label = button.firstChild as Text;
  const usual = label.data;
  const subject = name.charAt(0).toUpperCase() + name.slice(1);
  button.addEventListener('click', async () => {
    try {
      await navigator.clipboard.writeText(await text());
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
