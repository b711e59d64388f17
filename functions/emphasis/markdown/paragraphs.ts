/** The lines of a section that are text in every renderer. */
import type { Line } from './sections.ts';

/** A stretch of a text that is read for inline markup: a paragraph, a heading or a table row. */
interface Paragraph {
  readonly from: number;
  to: number;
  readonly isRow: boolean;
}

/** Indentation, and the markers of quotes and list items. */
const linePrefix = /^([ \t]*)((?:(?:>|(?:[-+*]|\d{1,9}[.)])(?= |$)) {0,3}(?! ))*)/;
/** Other markers, HTML, empty tasks, and definitions of links and footnotes. */
const doubtfulStart =
  /^(?:[ \t>]|(?:[-+*]|\d+[.)])(?=\s)|<(?:[a-z/?]|![a-z[])|\[[ x]\][ \t]*$|\[.*\]:)/i;
/** Markers that end a paragraph. Other numbers do so only in their own list. */
const interruptingMarker = /^(?:[>+*-]|1[.)])/;
/** A container of which only that is known that it may be open: no indentation shows what is in it. */
const unknownContainer = '>';
/** A footnote's label that may go on in the next line: what cmark-gfm shows of it depends on its column. */
const openFootnoteLabel = /\[\^(?![^[\]]+\])/;
/** A block, code or an underline that marked may find within a line without its list item's indentation. */
const blockInLazyLine = /[#<]|`{3}|~{3}|[-=*_][ \t]*$|\S *(?:\t| {4})/;
/** Empty items and comments. */
const noText = /^[ \t]*$|^<!--/;
const setextUnderline = /^[ \t>]*(?:=+|-+)[ \t]*$/;
const thematicBreak = /^[ \t]*(?:(?:-[ \t]*){3,}|(?:\*[ \t]*){3,}|(?:_[ \t]*){3,})$/;
const atxHeading = /^#{1,6}(?!\S)/;

/** Whether two lines may begin a table in some renderer. */
const mayBeTable = (line: string, next: string): boolean =>
  /^[-:|> \t]*$/.test(next) && next.includes('-') && (/[|:]/.test(next) || line.includes('|'));

/** A prefix without its numbers, which is the same for all items of a list. */
const shape = (prefix: string): string => prefix.replace(/\d+/g, '');

/** The number of cells in a table row. */
const cellCount = (line: string): number => {
  const row = line.replace(/\\./gs, ' .');
  const pipes = row.match(/\|/g)?.length ?? 0;
  return pipes + 1 - Number(/^[ \t]*\|/.test(row)) - Number(/\|[ \t]*$/.test(row));
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
 *
 * @param before - the container that is open before the section.
 * @returns What was found, whether the section was read to its end, and the prefix of the line that opened the innermost
 *   list item or quote that may still be open (`container`).
 */
export const readParagraphs = (section: readonly Line[], before: string) => {
  const paragraphs: Paragraph[] = [];
  const stopped = { paragraphs, isWhole: false, container: unknownContainer };
  /** The paragraph that the next line continues, unless it begins with a marker. */
  let current: Paragraph | undefined;
  let container = before;
  const lastBracket = section.findLastIndex(({ text }) => text.includes(']'));
  /** The number of cells in the table's header. */
  let cells: number | undefined;
  for (const [at, { from, text }] of section.entries()) {
    const [prefix, indentation = '', markers = ''] = linePrefix.exec(text) as RegExpExecArray;
    const rest = text.slice(prefix.length);
    const to = from + text.length;
    const isDeep = /^(?: {4}| {0,3}\t)/.test(indentation);
    const isOutside = indentation.length < container.length || container.includes('>');
    // Beyond that, text is code.
    const isInItem = !indentation.includes('\t') && indentation.length < container.length + 4;
    const next = section[at + 1]?.text ?? '';
    // In micromark, only what ends a paragraph ends indented code, also after a blank line: no empty item.
    const isAfterUnknown = !current && container === unknownContainer;
    if (
      doubtfulStart.test(rest) ||
      (isAfterUnknown && noText.test(rest) && /[^> ]/.test(markers)) ||
      (openFootnoteLabel.test(rest) && at <= lastBracket) ||
      (isDeep && (isOutside || (!isInItem && (!current || noText.test(rest)))))
    )
      return stopped;

    if (mayBeTable(text, next)) {
      cells = cellCount(next);
      if (at > 0 || !isDelimiterRow(next) || cellCount(text) !== cells) return stopped;
    }
    if (cells !== undefined) {
      if (prefix !== '' || text.includes('\\\\') || cellCount(text) > cells) return stopped;
      paragraphs.push({ from, to, isRow: true });
      container = '';
      continue;
    }

    const isHeading = atxHeading.test(rest);
    const isBreak =
      (current && markers === '' && setextUnderline.test(rest)) ||
      noText.test(rest) ||
      thematicBreak.test(rest) ||
      thematicBreak.test(text);
    if (isHeading || isBreak) current = undefined;
    const isShort = /^[> ]*$/.test(markers) && prefix.length < container.length;
    const isLazy = current && (isShort || (markers === '' && isOutside));
    if (isLazy && (blockInLazyLine.test(text) || setextUnderline.test(next))) return stopped;

    const mayOpen =
      (!current && !isAfterUnknown) ||
      interruptingMarker.test(markers) ||
      shape(prefix) === shape(container);
    if (markers !== '') container = isInItem && mayOpen && !isBreak ? prefix : unknownContainer;
    else if (!current && isOutside) container = '';
    if (current && markers === '') {
      current.to = to;
    } else if (!isBreak) {
      const paragraph = { from: from + prefix.length, to, isRow: false };
      paragraphs.push(paragraph);
      if (!isHeading) current = paragraph;
    }
  }
  return { paragraphs, isWhole: true, container };
};
