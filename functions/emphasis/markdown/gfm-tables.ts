/** Tables, an extension of GFM: https://github.github.com/gfm/#tables-extension- */
import type { SyntaxNode } from '@lezer/common';
import { lineStart } from './normal-text.ts';

type Row = Pick<SyntaxNode, 'from' | 'to' | 'node'>;

/** How many cells a row has. */
export const cellCount = (lines: string, { from, to, node }: Row): number => {
  const row = lines.slice(from, to).trim();
  const outer = Number(row.startsWith('|')) + Number(row.length > 1 && row.endsWith('|'));
  return node.getChildren('TableDelimiter').length + 1 - outer;
};

/** Where the cells of a row begin that its table has no columns for: they are not shown. */
export const excessStart = (lines: string, { from, to, node }: Row, columns: number): number =>
  node.getChildren('TableDelimiter')[lines[from] === '|' ? columns : columns - 1]?.from ?? to;

/** Whether all see a table where one is read: in a quotation or a list, each line of it says so. */
export const isSureTable = (lines: string, { from, to, parent }: SyntaxNode): boolean =>
  parent?.name === 'Document' ||
  (!/^[^ \t>]/m.test(lines.slice(lines.indexOf('\n', from) + 1, to)) &&
    /^[ \t>-]/.test(lines.slice(lineStart(lines, from), to)));

/** Whether all see a row where one is read, rather than the end of the table. */
export const isSureRow = (
  lines: string,
  { from, to }: Pick<SyntaxNode, 'from' | 'to'>,
): boolean => {
  const row = lines.slice(from, to);
  return (
    row.includes('|') &&
    !row.startsWith('<') &&
    !/ {4}|\t/.test(lines.slice(lineStart(lines, from), from))
  );
};

/** The lines that look like a table's second one: their offsets. */
export const delimiterRows = (lines: string): readonly number[] =>
  [...lines.matchAll(/^[ \t>]*([|:-])[ \t|:-]*$/gm)]
    .filter(([row]) => row.includes('|') && row.includes('-'))
    .map(({ index, 0: row }) => index + row.search(/[|:-]/));
