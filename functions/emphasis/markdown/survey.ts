/**
 * Where a Markdown text can take new bold, in CommonMark (0.31.2) and in GitHub's flavour of it (GFM,
 * 0.29), as @lezer/markdown reads them: its time hardly grows faster than a text, whatever is in it.
 */
import type { Tree } from '@lezer/common';
import { type MarkdownParser, parser, Table } from '@lezer/markdown';
import { isDisputedText } from './disputed.ts';
import { bracketLinks, normalLabel } from './links.ts';
import { normalize } from './normal-text.ts';
import { ground, surveyTree } from './reading.ts';

const commonMark = parser.configure(bracketLinks(new Set()));
const withTables = commonMark.configure(Table);

/**
 * Says of each UTF-16 code unit of a text which `ground` it is. Open ground is the plain text of
 * paragraphs, headings and table cells, outside code, links, images, HTML, emphasis, escapes and
 * character references, both for a renderer that knows tables and for one that does not.
 */
export const survey = (text: string): Uint8Array => {
  const whole = new Uint8Array(text.length).fill(ground.closed);
  const { lines, places } = normalize(text);
  if (isDisputedText(lines)) return whole;
  const labels = definedLabels(lines);
  const readers = lines.includes('|') ? [commonMark, withTables] : [commonMark];
  const maps = readers.map((reader) =>
    surveyTree(read(lines, reader, labels), lines, {
      hasTables: reader === withTables,
      hasLabels: labels.size > 0,
    }),
  );
  places.forEach((place, at) => {
    whole[place] = maps.reduce<number>(
      (most, map) => Math.max(most, map[at] as number),
      ground.open,
    );
  });
  return whole;
};

/** The labels that a text defines, in their normal form. */
const definedLabels = (lines: string): ReadonlySet<string> => {
  const labels = new Set<string>();
  if (!lines.includes(']:')) return labels;
  commonMark.parse(lines).iterate({
    enter: ({ name, node, from, to }) => {
      if (name !== 'LinkLabel' || node.parent?.name !== 'LinkReference') return;
      labels.add(normalLabel(lines.slice(from + 1, to - 1)));
    },
  });
  return labels;
};

const read = (lines: string, reader: MarkdownParser, labels: ReadonlySet<string>): Tree =>
  (labels.size === 0 ? reader : reader.configure(bracketLinks(labels))).parse(lines);
