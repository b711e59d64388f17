/** A text in the form that all parsers read alike. */
export interface NormalText {
  /** Its lines, with line feeds between them. */
  readonly lines: string;
  /** For each of its code units the offset in the text. */
  readonly places: readonly number[];
}

/**
 * Makes every line end a line feed, leaves spaces at the ends of lines out, and one blank line of
 * several. Blank lines do not end a list item, so that many of them below many nested items would take
 * long to read.
 */
export const normalize = (text: string): NormalText => {
  const places: number[] = [];
  let lines = '';
  let blanks = 0;
  let start = 0;
  for (const { index, 0: lineEnd } of text.matchAll(/\r\n?|\n|$/g)) {
    const line = text.slice(start, index).replace(/(?<![ \t])[ \t]+$/, '');
    blanks = line === '' ? blanks + 1 : 0;
    if (blanks < 2) {
      lines += line;
      for (let at = start; at < start + line.length; at += 1) places.push(at);
      if (lineEnd !== '') {
        lines += '\n';
        places.push(index);
      }
    }
    start = index + lineEnd.length;
  }
  return { lines, places };
};

/** Where the line begins that holds a place. */
export const lineStart = (lines: string, at: number): number => lines.lastIndexOf('\n', at - 1) + 1;
