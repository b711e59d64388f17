/**
 * Where a Markdown text is plain prose: text outside all markup, in every renderer of CommonMark and of
 * GitHub's flavour of it (GFM). What renderers may read in different ways is not prose. So it does not
 * matter which of them is right, and the rest is found without parsing all of Markdown.
 */
import { plainText } from './inline.ts';
import { paragraphs } from './paragraphs.ts';
import { type Line, sections } from './sections.ts';

/** What a place in a text is. */
export const ground = {
  markup: 0,
  prose: 1,
  /** Prose after asterisks that nothing closes. */
  guarded: 2,
} as const;

/** What GitHub may make a link of, with all that touches it. Some renderers decode characters before. */
const LINK =
  /www\\?\.|:\\?\/\\?\/|(?<=[\w.+:;\\-])@|#(?<=\/[\w.-]+#)\d|&(?:#0*(?:4[67]|58|64|87|119)|#x0*(?:2[ef]|3a|40|57|77)|period|sol|colon|commat);/gi;
/** GitHub's mentions, references to issues, and emoji. */
const GITHUB =
  /(?<!\w)(?:@[a-z\d][a-z\d-]*(?:\/[\w.-]+)?|#\d+(?!\w)|GH-\d+\b)|(?<!:):(?:[+-]1|[a-z][\w+-]*):(?!:)/gi;
/**
 * GitHub's mathematics, in a block or a line, and what would be mathematics if the number after it were bold. GitHub
 * documents only the delimiters; the rest is Pandoc's rule: https://pandoc.org/MANUAL.html#math
 */
const MATH = /\$\$.+?\$\$|\$(?=[^\s$])[^$]*(?<=\S)(?:\$(?!\d)|(?=\$\d))/gs;
const SPACE = /[ \t\r\n]/;

/** For each opener, the offset of the last thing in a text that can close it. A run of backticks is closed by one of the same length. */
const lastClosers = (text: string): ReadonlyMap<string, number> => {
  const runs = [...text.matchAll(/`+/g)].map(({ index, 0: run }) => [run, index] as const);
  return new Map([['[', text.lastIndexOf(']')], ['<', text.lastIndexOf('>')], ...runs]);
};

/** Says of each UTF-16 code unit of a text which `ground` it is. */
export const survey = (text: string): Uint8Array => {
  const map = new Uint8Array(text.length);
  const closers = lastClosers(text);
  let container = '';
  let end = 0;
  for (const section of sections(text)) {
    const [first] = section;
    const last = section.at(-1);
    if (!first || !last) continue;
    // What was left out in between may have closed the container.
    if (text.slice(end, first.from).trim() !== '') container = '';
    container = surveySection(map, text, closers, section, container);
    end = last.from + last.text.length;
  }
  let to = 0;
  for (const { index } of text.matchAll(LINK)) {
    if (index < to) continue;
    let from = index;
    while (from > to && !SPACE.test(text.charAt(from - 1))) from -= 1;
    to = index + text.slice(index).search(/[ \t\r\n]|$/);
    map.fill(ground.markup, from, to);
  }
  for (const { index, 0: markup } of text.matchAll(GITHUB))
    map.fill(ground.markup, index, index + markup.length);
  return map;
};

/** Surveys a section, after which the container that it returns may still be open. */
const surveySection = (
  map: Uint8Array,
  text: string,
  closers: ReadonlyMap<string, number>,
  section: readonly Line[],
  before: string,
): string => {
  const { found, isWhole, container } = paragraphs(section, before);
  const read = [];
  let isRead = true;
  for (const { from, to, isRow } of found) {
    const isUnclosed = (opener: string, at: number) =>
      from + at >= (closers.get(opener) ?? text.length);
    const plain = plainText(text.slice(from, to), isRow, isUnclosed);
    // Asterisks that nothing closes in their paragraph may be closed by what follows.
    const isLast = isWhole && to === found.at(-1)?.to;
    isRead = plain.isWhole && (isLast || plain.guarded.length === 0);
    const isCut = !isWhole && to === found.at(-1)?.to;
    read.push({
      from,
      to,
      ...plain,
      guarded: isRead ? plain.guarded : [],
      isWhole: isRead && !isCut,
    });
    if (!isRead) break;
  }
  // micromark reads unpaired tildes in another way if there is bold before them.
  if (!(isWhole && isRead) && section.some((line) => line.text.includes('~'))) return container;
  const last = section.at(-1);
  for (const { from, to, stretches, guarded, isWhole } of read) {
    for (const [start, end] of stretches) map.fill(ground.prose, from + start, from + end);
    for (const [start, end] of guarded) map.fill(ground.guarded, from + start, from + end);
    if (isWhole) markMathematics(map, text, from, to, true);
    else markMathematics(map, text, from, last ? last.from + last.text.length : to, false);
  }
  return container;
};

/**
 * Marks the mathematics of a paragraph.
 *
 * @param isWhole whether it was read to its end. Then dollar signs in other markup, as in code, are none.
 */
const markMathematics = (
  map: Uint8Array,
  text: string,
  from: number,
  to: number,
  isWhole: boolean,
): void => {
  const isText = (at: number) => (isWhole ? map[at] !== ground.markup : text[at - 1] !== '\\');
  const source = text
    .slice(from, to)
    .replace(/\$/g, (sign, at: number) => (isText(from + at) ? sign : '.'));
  for (const { index, 0: math } of source.matchAll(MATH)) {
    const end = from + index + math.length;
    if (math.endsWith('$')) map.fill(ground.markup, from + index, end);
    else map.fill(ground.markup, end, end + 2);
  }
};
