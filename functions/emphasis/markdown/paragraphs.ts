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
/** Other markers, HTML, and definitions of links and footnotes. */
const DOUBTFUL = /^(?:[ \t>]|(?:[-+*]|\d+[.)])(?=\s)|<(?:[a-z/?]|![a-z[])|\[.*\]:)/i;
/** Rules, underlines of headings, empty items and comments. */
const NO_TEXT = /^(?:=+|-+|\[[ xX]\]|)[ \t]*$|^<!--/;
const RULE = /^(?:-{3,}|\*{3,}|_{3,})$/;
const HEADING = /^#{1,6}(?!\S)/;
/** What may be the second line of a table. */
const DELIMITERS = /^[-:|> \t]*$/;
/** Describes the cells of a row, so that rows with as many cells are alike. */
const shape = (line: string): string => {
  const row = line.trimEnd();
  const pipes = row.replace(/\\./gs, '').match(/\|/g)?.length ?? 0;
  return `${row.startsWith('|')} ${pipes} ${row.endsWith('|')}`;
};

/** Whether a line is the second one of a table in every renderer that knows tables. */
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
  /** The paragraph that the next line continues if it has no marker. */
  let current: Paragraph | undefined;
  /** The indentation of lines in the innermost list item. */
  let offset = 0;
  let rowShape: string | undefined;
  for (const [at, { from, text }] of section.entries()) {
    const [prefix, indentation = '', markers = ''] = PREFIX.exec(text) as RegExpExecArray;
    const rest = text.slice(prefix.length);
    const to = from + text.length;
    const isDeep = /^(?: {4}| {0,3}\t)/.test(indentation);
    if (DOUBTFUL.test(rest) || (isDeep && (!current || indentation.length < offset)))
      return { found, isWhole: false };

    const next = section[at + 1]?.text ?? '';
    if (DELIMITERS.test(next) && next.includes('-') && (/[|:]/.test(next) || text.includes('|'))) {
      if (at > 0 || !isDelimiterRow(next)) return { found, isWhole: false };
      rowShape = shape(next);
    }
    if (rowShape !== undefined) {
      if (prefix !== '' || text.includes('\\\\') || shape(text) !== rowShape)
        return { found, isWhole: false };
      found.push({ from, to, isRow: true });
      continue;
    }

    const isLazy = current !== undefined && markers === '' && indentation.length < offset;
    if (markers.includes('>')) offset = Number.POSITIVE_INFINITY;
    else if (markers !== '' || !current) offset = prefix.length;
    if (NO_TEXT.test(rest) || RULE.test(text.replace(/[ \t>]/g, ''))) current = undefined;
    else if (HEADING.test(rest)) {
      found.push({ from: from + prefix.length, to, isRow: false });
      current = undefined;
    } else if (isLazy) return { found, isWhole: false };
    else if (current && markers === '') current.to = to;
    else {
      current = { from: from + prefix.length, to, isRow: false };
      found.push(current);
    }
  }
  return { found, isWhole: true };
};
