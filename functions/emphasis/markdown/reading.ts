/** What one reading of a text says of where it can take bold. */
import type { SyntaxNode, Tree } from '@lezer/common';
import { isDisputed, isDisputedEnd, isDisputedTag } from './disputed.ts';
import { cellCount, delimiterRows, excessStart, isSureRow, isSureTable } from './gfm-tables.ts';
import { delimitedUrls, footnotes, protectedRanges } from './github.ts';
import { elementStart, type Tag } from './html.ts';
import { lineStart } from './normal-text.ts';

/** What a place in a text can take: the higher, the less. */
export const ground = {
  /** Any bold. */
  open: 0,
  /** Bold whose opening asterisks cannot be read as closing ones. */
  guarded: 1,
  /** Nothing: an asterisk here would be shown, or would change what is around it. */
  closed: 2,
} as const;

/** A block whose text is read for inline markup. */
const isLeaf = (name: string): boolean =>
  /^(?:Paragraph|(?:ATX|Setext)Heading\d|TableCell)$/.test(name);

/**
 * Surveys a text as a parser read it.
 *
 * @param lines the text in its normal form.
 */
export const surveyTree = (
  tree: Tree,
  lines: string,
  { hasTables, hasLabels }: { readonly hasTables: boolean; readonly hasLabels: boolean },
): Uint8Array => {
  const map = new Uint8Array(lines.length).fill(ground.closed);
  /** Where renderers may begin to disagree about the blocks of the text. */
  const unsure = [...footnotes(lines), ...delimitedUrls(lines)];
  const sureTables = new Set<number>();
  /** The end of a block that may go on, up to a blank line. */
  let blockEnd = 0;
  let isTable = false;
  let columns = 0;
  let tags: Tag[] = [];
  let isClosed = false;

  tree.iterate({
    enter: ({ name, node, from, to }) => {
      if (isLeaf(name)) {
        const leaf = lines.slice(from, to);
        const isWithin = node.parent?.name !== 'Document' && name !== 'TableCell';
        if (isDisputedEnd(leaf, isWithin) || (isWithin && isMarkedByTab(lines, from)))
          unsure.push(from);
        const follows = blockEnd > 0 && !/\n[ \t>]*\n/.test(lines.slice(blockEnd, from));
        blockEnd = follows ? to : 0;
        isClosed = follows || isDisputed(leaf);
        if (isClosed) return false;
        map.fill(ground.open, from, to);
        tags = [];
        return true;
      }
      // An empty item ends at a blank line.
      if (name === 'ListMark' && lines.startsWith('\n\n', to)) unsure.push(from);
      // What follows a definition or HTML without a blank line, some renderers read as part of it.
      if (/^LinkReference$|(?:HTML|Comment|Instruction)Block$/.test(name)) blockEnd = to;
      if (name === 'Table') {
        isTable = isSureTable(lines, node);
        if (isTable) sureTables.add(node.getChild('TableDelimiter')?.from ?? from);
        return isTable;
      }
      if (name === 'TableHeader') columns = cellCount(lines, node);
      if (name === 'TableRow') {
        isTable &&= isSureRow(lines, node);
        return isTable;
      }
      if (name === 'HTMLTag') {
        const html = lines.slice(from, to);
        isClosed ||= isDisputedTag(html);
        map.fill(ground.closed, elementStart(tags, html, from), to);
      } else map.fill(ground.closed, from, to);
      // A reference before a parenthesis could be a link with a destination.
      if (name === 'Link' || name === 'Image') isClosed ||= lines[to] === '(';
      if (name.endsWith('Emphasis')) isClosed ||= hasDelimiter(lines, node);
      return true;
    },
    leave: ({ name, node, from, to }) => {
      if (name === 'TableRow') map.fill(ground.closed, excessStart(lines, node, columns), to);
      if (!isLeaf(name)) return;
      if (isClosed) map.fill(ground.closed, from, to);
      else closeRest(map, lines, from, to, hasLabels);
    },
  });

  if (hasTables) {
    const rows = delimiterRows(lines).filter((row) => !sureTables.has(row));
    unsure.push(...rows.map((row) => lineStart(lines, lineStart(lines, row) - 1)));
  }
  closeFrom(map, lines, unsure);
  for (const { from, to } of protectedRanges(lines)) map.fill(ground.closed, from, to);
  return map;
};

/** Whether a tab stands behind the marker that a block begins with: renderers count its columns differently. */
const isMarkedByTab = (lines: string, from: number): boolean =>
  lines.slice(lineStart(lines, from), from).trimStart().includes('\t');

/** Whether an emphasis has delimiters in it that are text. */
const hasDelimiter = (lines: string, { from, to, firstChild }: SyntaxNode): boolean => {
  let at = from;
  for (let child = firstChild; child; child = child.nextSibling) {
    if (/[*~]/.test(lines.slice(at, child.from))) return true;
    at = child.to;
  }
  return /[*~]/.test(lines.slice(at, to));
};

/** Finds what no element of a block tells: its labels, and what an unpaired asterisk guards. */
const closeRest = (
  map: Uint8Array,
  lines: string,
  from: number,
  to: number,
  hasLabels: boolean,
) => {
  const lastAngle = lines.lastIndexOf('>', to - 1);
  let brackets = 0;
  let isGuarded = false;
  for (let at = from; at < to; at += 1) {
    if (map[at] === ground.closed) continue;
    if (isAlmostMarkup(lines, at, lastAngle)) {
      map.fill(ground.closed, from, to);
      return;
    }
    if (lines[at] === '[') brackets += 1;
    else if (lines[at] === ']') brackets = Math.max(0, brackets - 1);
    else if (lines[at] === '*')
      isGuarded ||= lines[at - 1] === '*' || !/\s/.test(lines[at + 1] ?? ' ');
    // Bold in a label could make it match another definition, or grow too long to be a label.
    if (hasLabels && brackets > 0) map[at] = ground.closed;
    else if (isGuarded) map[at] = ground.guarded;
  }
};

/** Whether a piece of text looks like a link or a tag and is none: to some renderers it may be one. */
const isAlmostMarkup = (lines: string, at: number, lastAngle: number): boolean => {
  if (lines[at] === ']') return lines[at + 1] === '(';
  return lines[at] === '<' && /[A-Za-z/!?]/.test(lines[at + 1] ?? '') && at < lastAngle;
};

/** Closes all from each place on to a blank line that no indented line follows. */
const closeFrom = (map: Uint8Array, lines: string, places: readonly number[]): void => {
  const end = /\n[ \t>]*\n(?=\S)(?!> {2})/g;
  let closed = 0;
  for (const from of places.toSorted((one, other) => one - other)) {
    if (from < closed) continue;
    end.lastIndex = from;
    closed = end.exec(lines)?.index ?? lines.length;
    map.fill(ground.closed, from, closed);
  }
};
