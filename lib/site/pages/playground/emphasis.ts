/** A piece of a text. */
export interface Piece {
  readonly text: string;
  readonly bold: boolean;
}

/**
 * The pieces of an emphasized text: its words in bold, without the asterisks that were added, and what
 * is between them as it was, with the asterisks that it had before.
 *
 * @param original - the text that was sent.
 * @param result - the same with `**` on each side of the words.
 * @param words - the words, in the order of the text.
 */
export const emphasizedPieces = (
  original: string,
  result: string,
  words: readonly string[],
): readonly Piece[] => {
  const pieces: Piece[] = [];
  let inOriginal = 0;
  let inResult = 0;
  for (const word of words) {
    const marked = `**${word}**`;
    let at = result.indexOf(marked, inResult);
    const between = () => result.slice(inResult, at);
    while (at >= 0 && !original.startsWith(between() + word, inOriginal)) {
      at = result.indexOf(marked, at + 1);
    }
    if (at < 0) break;
    pieces.push({ text: between(), bold: false }, { text: word, bold: true });
    inOriginal += at - inResult + word.length;
    inResult = at + marked.length;
  }
  return [...pieces, { text: original.slice(inOriginal), bold: false }].filter(({ text }) => text);
};
