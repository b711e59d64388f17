/**
 * Copies a text, or selects it on the page where browsers have no clipboard: without HTTPS.
 *
 * @param name - what it is called in a sentence, e.g. `the curl line for shout`.
 * @returns whether it was copied, and what was done, for people.
 */
export const copy = async (
  name: string,
  text: string | Promise<string>,
  select: () => void,
): Promise<readonly [copied: boolean, message: string]> => {
  try {
    await navigator.clipboard.writeText(await text);
    return [true, `Copied ${name}.`];
  } catch {
    select();
    return [false, `${name.charAt(0).toUpperCase()}${name.slice(1)} is selected: copy it.`];
  }
};

interface Copied {
  readonly name: string;
  readonly text: () => string | Promise<string>;
  readonly select: () => void;
  /** The message after selecting. Default: that the text is selected. */
  readonly byHand?: string;
  readonly say: (message: string) => void;
}

export const copyButton = (
  button: HTMLButtonElement,
  { name, text, select, byHand, say }: Copied,
): void => {
  const label = button.firstChild as Text;
  const usual = label.data;
  button.addEventListener('click', async () => {
    const [copied, message] = await copy(name, text(), select);
    say((!copied && byHand) || message);
    if (!copied) return;
    label.data = 'Copied';
    setTimeout(() => {
      label.data = usual;
    }, 2000);
  });
};
