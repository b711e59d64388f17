/** The lines of a section that are text in every renderer. */
import type { Line } from './sections.ts';

/** A stretch of a text that is read for inline markup: a paragraph, a heading or a table row. */
export interface Paragraph {
  readonly from: number;
  to: number;
  readonly isRow: boolean;
}

/** Indentation, and the markers of quotes and list items. */
const PREFIX = /^([ \t]*)((?:(?:>|(?:[-+*]|\d{1,9}[.)])(?= |$)) {0,3}(?! ))*)/;
/** Other markers, HTML, empty tasks, and definitions of links and footnotes. */
const DOUBTFUL =
  /^(?:[ \t>]|(?:[-+*]|\d+[.)])(?=\s)|<(?:[a-z/?]|![a-z[])|\[[ x]\][ \t]*$|\[.*\]:)/i;
/** A footnote's label that may go on in the next line: what cmark-gfm shows of it depends on its column. */
const OPEN_LABEL = /\[\^(?![^[\]]+\])/;
/** A block or an underline that marked may find within a line without its list item's indentation. */
const LAZY_BLOCK = /[#<]|`{3}|~{3}|[-=*_][ \t]*$/m;
/** Empty items and comments. */
const NO_TEXT = /^[ \t]*$|^<!--/;
const UNDERLINE = /^(?:=+|-+)[ \t]*$/;
const THEMATIC_BREAK = /^[ \t]*(?:(?:-[ \t]*){3,}|(?:\*[ \t]*){3,}|(?:_[ \t]*){3,})$/;
const HEADING = /^#{1,6}(?!\S)/;

/** Whether two lines may begin a table in some renderer. */
const mayBeTable = (line: string, next: string): boolean =>
  /^[-:|> \t]*$/.test(next) && next.includes('-') && (/[|:]/.test(next) || line.includes('|'));

/** The number of a row's cells and its outer pipes, in a form to compare. */
const shape = (line: string): string => {
  const row = line.trimEnd();
  const pipes = row.replace(/\\./gs, '').match(/\|/g)?.length ?? 0;
  return `${row.startsWith('|')} ${pipes} ${row.endsWith('|')}`;
};

/** Whether a line below a header makes a table in every renderer of GitHub's flavour. */
const isDelimiterRow = (line: string): boolean =>
  !line.startsWith('- ') &&
  line
    .trimEnd()
    .replace(/^\||\|$/g, '')
    .split('|')
    .every((cell) => /^:?-+:?$/.test(cell.trim()));

/**
 * Finds the paragraphs, headings and table rows of a section, up to the first line that renderers may read
 * in different ways.
 */
export const paragraphs = (
  section: readonly Line[],
): { readonly found: readonly Paragraph[]; readonly isWhole: boolean } => {
  const found: Paragraph[] = [];
  /** The paragraph that the next line continues, unless it begins with a marker. */
  let current: Paragraph | undefined;
  /** The prefix of the line that opened the innermost quote or list item. */
  let container = '';
  let rowShape: string | undefined;
  for (const [at, { from, text }] of section.entries()) {
    const [prefix, indentation = '', markers = ''] = PREFIX.exec(text) as RegExpExecArray;
    const rest = text.slice(prefix.length);
    const to = from + text.length;
    const isDeep = /^(?: {4}| {0,3}\t)/.test(indentation);
    const isOutside = indentation.length < container.length || container.includes('>');
    const next = section[at + 1]?.text ?? '';
    const continues = current !== undefined && markers === '';
    if (
      DOUBTFUL.test(rest) ||
      OPEN_LABEL.test(rest) ||
      (isDeep && (!current || isOutside)) ||
      (continues && isOutside && LAZY_BLOCK.test(`${text}\n${next}`))
    )
      return { found, isWhole: false };

    if (mayBeTable(text, next)) {
      if (at > 0 || !isDelimiterRow(next)) return { found, isWhole: false };
      rowShape = shape(next);
    }
    if (rowShape !== undefined) {
      if (prefix !== '' || text.includes('\\\\') || shape(text) !== rowShape)
        return { found, isWhole: false };
      found.push({ from, to, isRow: true });
      continue;
    }

    if (markers !== '' || !current) container = prefix;
    if (
      (continues && UNDERLINE.test(rest)) ||
      NO_TEXT.test(rest) ||
      THEMATIC_BREAK.test(rest) ||
      THEMATIC_BREAK.test(text)
    ) {
      current = undefined;
    } else if (HEADING.test(rest)) {
      found.push({ from: from + prefix.length, to, isRow: false });
      current = undefined;
    } else if (current && continues) {
      current.to = to;
    } else {
      current = { from: from + prefix.length, to, isRow: false };
      found.push(current);
    }
  }
  return { found, isWhole: true };
};
