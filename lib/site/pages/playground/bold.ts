/**
 * Cuts a text at the asterisks that emphasize added: every second piece is bold. Words that follow each other are one
 * piece, since each becomes an element.
 *
 * @param result - of emphasize.
 */
export const piecesOf = (original: string, result: string): readonly string[] => {
  const pieces = [''];
  let done = 0;
  let added = 0;
  const take = (end: number) => {
    pieces[pieces.length - 1] += original.slice(done, end);
    done = end;
  };
  for (let at = 0; at + added < result.length; at += 1) {
    // A chosen word never touches an asterisk of the text.
    if (result[at + added] === original[at]) continue;
    added += '**'.length;
    const isBold = pieces.length % 2 === 0;
    const follows = !isBold && pieces.length > 1 && !/[\p{L}\p{N}]/u.test(original.slice(done, at));
    if (follows) pieces.pop();
    take(at);
    if (!follows) pieces.push('');
  }
  take(original.length);
  return pieces;
};
