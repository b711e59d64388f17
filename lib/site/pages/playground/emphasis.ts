export interface Piece {
  readonly text: string;
  readonly bold: boolean;
}

/**
 * The pieces of an emphasized text: the words in bold without the added asterisks, and the text between them
 * unchanged.
 *
 * @param original - the text that was sent.
 * @param result - the same with `**` around the words. Adjacent words share one pair.
 * @param words - the words, in the order of the text.
 */
export const emphasizedPieces = (
  original: string,
  result: string,
  words: readonly string[],
): readonly Piece[] => {
  const pieces: Piece[] = [];
  const lengths = words.map(({ length }) => length);
  const marks = addedMarks(original, result);
  let done = 0;
  for (let mark = 0; mark + 1 < marks.length; mark += 2) {
    const [open = 0, close = 0] = marks.slice(mark, mark + 2);
    pieces.push({ text: original.slice(done, open), bold: false });
    for (done = open; done < close; ) {
      const end = done + (lengths.shift() || close - done);
      pieces.push({ text: original.slice(done, end), bold: true });
      done = end;
    }
  }
  return [...pieces, { text: original.slice(done), bold: false }].filter(({ text }) => text);
};

/**
 * The positions in the original at which `**` was added. A chosen word never touches an asterisk of the text.
 */
const addedMarks = (original: string, result: string): readonly number[] => {
  const marks: number[] = [];
  let added = 0;
  for (let at = 0; at + added < result.length; at += 1) {
    if (result[at + added] === original[at]) continue;
    marks.push(at);
    added += '**'.length;
  }
  return marks;
};
