/** What a button copies. */
export interface Copied {
  /** What it is called in a sentence, e.g. `the curl line for shout`. */
  readonly name: string;
  readonly text: () => string;
  /** Selects the text where it stands, to be copied by hand. */
  readonly select: () => void;
  /** Says something to those who don't see the button. */
  readonly say: (message: string) => void;
}

/** Makes a button copy a text. */
export const copyButton = (
  button: HTMLButtonElement,
  { name, text, select, say }: Copied,
): void => {
  const label = button.firstChild as Text;
  const usual = label.data;
  button.addEventListener('click', async () => {
    try {
      await navigator.clipboard.writeText(text());
    } catch {
      // Browsers keep the clipboard from pages that came without HTTPS.
      select();
      say(`${name[0]?.toUpperCase()}${name.slice(1)} is selected: copy it.`);
      return;
    }
    label.data = 'Copied';
    say(`Copied ${name}.`);
    setTimeout(() => {
      label.data = usual;
    }, 2000);
  });
};
