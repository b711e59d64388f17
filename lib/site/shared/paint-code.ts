/** Colours the strings, names and comments in the code on the page, without elements of their own. */

/** A string, with the colon after the name of a field; or a comment of a shell, Python or JavaScript. */
const parts = /("(?:[^"\\]|\\.)*"|'(?:[^']|'\\'')*')(\s*:)?|(?<=^|\s)(?:\/\/|#).*/gm;

/** Paints all code anew. Older browsers show it in one colour. */
export const paintCode = (): void => {
  if (!CSS.highlights) return;
  const marks = { string: new Highlight(), name: new Highlight(), comment: new Highlight() };
  for (const block of document.querySelectorAll('pre')) {
    const text = block.firstChild?.firstChild ?? block.firstChild;
    if (!(text instanceof Text)) continue;
    for (const { index, 0: part, 1: string, 2: colon } of text.data.matchAll(parts)) {
      const range = new StaticRange({
        startContainer: text,
        startOffset: index,
        endContainer: text,
        endOffset: index + (string ?? part).length,
      });
      marks[string === undefined ? 'comment' : colon ? 'name' : 'string'].add(range);
    }
  }
  for (const [kind, ranges] of Object.entries(marks)) CSS.highlights.set(`code-${kind}`, ranges);
};
