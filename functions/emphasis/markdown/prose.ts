/**
 * Where a Markdown text is plain prose: text outside all markup, in every renderer of CommonMark and of
 * GitHub's flavour of it (GFM).
 *
 * A text is read only as far as the specification leaves no doubt and renderers are known to agree; the rest is
 * not prose. So it does not matter which renderer is right, and little of Markdown has to be parsed. The sections
 * below are those of CommonMark 0.31.2 (https://spec.commonmark.org/0.31.2/) or, where it says so, of GFM 0.29
 * (https://github.github.com/gfm/).
 *
 * Markdown has two levels (3.1): blocks are found first, line by line; then the text in each of them is read for
 * inline markup, which never reaches over the end of its block. So there are three steps, in three files:
 *
 * 1. `sections.ts` divides a text at blank lines (4.9), at which paragraphs end. It leaves out the blocks that may
 *    contain blank lines: fenced code (4.5) and some HTML (4.6).
 * 2. `paragraphs.ts` divides a section into paragraphs (4.8), headings (4.2) and table rows (GFM 4.10). A line may
 *    begin with the markers of the quotes (5.1) and list items (5.2) that contain it; the innermost of these is the
 *    *container*. A line without its markers may still continue a paragraph in it (it is *lazy*, 5.1). Where a line
 *    may be indented code (4.4), HTML or the definition of a link (4.7), the step stops: the rest of the section is
 *    not prose.
 * 3. `inline.ts` reads a paragraph from left to right. An *opener* is text unless something closes it: the brackets
 *    of links and images (6.3, 6.4), and runs of `*`, `_` and `~` (6.2, GFM 6.5). Code (6.1), autolinks (6.5), HTML
 *    (6.6), escapes (2.4) and character references (2.5) are complete where they begin. At what renderers may read
 *    in different ways, the step stops: only the text before the first opener that is still open is prose.
 *
 * Whether a run of `*` or `_` can open or close depends on the characters beside it (6.2). A run is *left-flanking*
 * if no white space follows it, and punctuation follows it only if white space or punctuation precedes it;
 * *right-flanking* is the mirror image. Left-flanking runs can open, right-flanking ones can close, except runs of
 * `_` within a word. So each of these characters has a class: white space, punctuation, letter. Where renderers
 * may differ in the class, as with symbols such as `€` (punctuation since CommonMark 0.31, but not in GFM), the
 * step stops.
 *
 * An opener that nothing closes is text. But what is made bold after an unclosed asterisk could close it: this text
 * is *guarded*, and only some of its words can be bold (see `words.ts`).
 */
import { plainText } from './inline.ts';
import { readParagraphs } from './paragraphs.ts';
import { type Line, sections } from './sections.ts';
import { templates } from './templates.ts';

/** The zones of a text, in which new bold is lost, safe, or safe for some words. */
export const zone = {
  markup: 0,
  prose: 1,
  /** Prose after asterisks that nothing closes. */
  guarded: 2,
} as const;

/** What GitHub may make a link of, with all that touches it. Some renderers decode characters before. */
const linkStart =
  /www\\?\.|:\\?\/\\?\/|(?<=[\w.+:;\\-])@|#(?<=\/[\w.-]+#)\d|&(?:#0*(?:4[67]|58|64|87|119)|#x0*(?:2[ef]|3a|40|57|77)|period|sol|colon|commat);/gi;
/** GitHub's mentions, references to issues, and emoji. */
const gitHubMarkup =
  /(?<!\w)(?:@[a-z\d][a-z\d-]*(?:\/[\w.-]+)?|#\d+(?!\w)|GH-\d+\b)|(?<!:):(?:[+-]1|100|1234|8ball|(?:1st|2nd|3rd)_place_medal|[a-z][\w+-]*):(?!:)/gi;
/**
 * What GitHub, Jekyll and Hugo read as front matter before they read Markdown: a block at the very start, or after a byte
 * order mark. Bold in it is no valid YAML or TOML. Some renderers drop the mark itself.
 */
const frontMatter =
  /^\uFEFF?(?:---[^\S\n]*\n(?:[^\n]*\n)*?(?:---|\.\.\.)|\+\+\+[^\S\n]*\n(?:[^\n]*\n)*?\+\+\+)[^\S\n]*(?:\n\uFEFF?|$)|^\uFEFF/;
/**
 * GitHub's mathematics, in a block or a line, and what would be mathematics if the number after it were bold. GitHub
 * documents only the delimiters; the rest is Pandoc's rule: https://pandoc.org/MANUAL.html#math
 */
const mathPattern = /\$\$.+?\$\$|\$(?=[^\s$])[^$]*(?<=\S)(?:\$(?!\d)|(?=\$\d))/gs;
const whitespace = /[ \t\r\n]/;

/**
 * For each opener, the offset of the last thing in a text that can close it. A run of backticks is closed by one of the
 * same length, in marked also by what follows an escaped backtick. An escaped bracket opens nothing, unless the text
 * defines references.
 */
const lastClosers = (text: string): ReadonlyMap<string, number> => {
  const runs = [...text.matchAll(/`+/g), ...text.matchAll(/(?<=\\`)`+/g)]
    .sort((a, b) => a.index - b.index)
    .map(({ index, 0: run }) => [run, index] as const);
  const bracket = text.lastIndexOf(']');
  const escaped = text.includes(']:') ? bracket : -1;
  return new Map([['[', bracket], ['\\[', escaped], ['<', text.lastIndexOf('>')], ...runs]);
};

/** Says of each UTF-16 code unit of a text in which {@link zone} it is. */
export const findZones = (text: string): Uint8Array => {
  const map = zonesWithFrontMatter(text);
  for (const [from, to] of templates(text)) map.fill(zone.markup, from, to);
  return map;
};

const zonesWithFrontMatter = (text: string): Uint8Array => {
  const map = markdownZones(text);
  const [front = ''] = frontMatter.exec(text) ?? [];
  if (front === '') return map;
  // Other renderers read it as Markdown. A word must be prose for both.
  map.fill(zone.markup, 0, front.length);
  const rest = markdownZones(text.slice(front.length));
  return map.map((whole, at) => {
    const body = rest[at - front.length] ?? zone.markup;
    return whole === zone.markup ? whole : body === zone.markup ? body : Math.max(whole, body);
  });
};

const markdownZones = (text: string): Uint8Array => {
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
    container = addSection(map, text, closers, section, container);
    end = last.from + last.text.length;
  }
  let to = 0;
  for (const { index } of text.matchAll(linkStart)) {
    if (index < to) continue;
    let from = index;
    while (from > to && !whitespace.test(text.charAt(from - 1))) from -= 1;
    to = index + text.slice(index).search(/[ \t\r\n]|$/);
    map.fill(zone.markup, from, to);
  }
  for (const { index, 0: markup } of text.matchAll(gitHubMarkup))
    map.fill(zone.markup, index, index + markup.length);
  return map;
};

/** Finds the zones of a section, after which the container that it returns may still be open. */
const addSection = (
  map: Uint8Array,
  text: string,
  closers: ReadonlyMap<string, number>,
  section: readonly Line[],
  before: string,
): string => {
  const { paragraphs, isWhole, container } = readParagraphs(section, before);
  const last = section.at(-1) as Line;
  const read = [];
  let isRead = true;
  for (const { from, to, isRow } of paragraphs) {
    const isUnclosed = (opener: string, at: number) =>
      from + at >= (closers.get(opener) ?? text.length);
    const plain = plainText(text.slice(from, to), isRow, isUnclosed);
    // Asterisks that nothing closes in their paragraph may be closed by what follows.
    const isLast = isWhole && to === paragraphs.at(-1)?.to;
    isRead = plain.isWhole && (isLast || plain.guarded.length === 0);
    read.push({ from, to, ...plain, guarded: isRead ? plain.guarded : [] });
    if (!isRead) break;
  }
  // micromark reads unpaired tildes in another way if there is bold before them.
  if (!(isWhole && isRead) && section.some((line) => line.text.includes('~'))) return container;
  for (const [at, { from, to, stretches, guarded }] of read.entries()) {
    for (const [start, end] of stretches) map.fill(zone.prose, from + start, from + end);
    for (const [start, end] of guarded) map.fill(zone.guarded, from + start, from + end);
    // The last one read may go on after what was read.
    const hasEnd = (isWhole && isRead) || at < read.length - 1;
    markMathematics(map, text, from, hasEnd ? to : last.from + last.text.length, hasEnd);
  }
  return container;
};

/**
 * Marks the mathematics of a paragraph.
 *
 * @param isWhole - whether it was read to its end. Then dollar signs in other markup, as in code, are none.
 */
const markMathematics = (
  map: Uint8Array,
  text: string,
  from: number,
  to: number,
  isWhole: boolean,
): void => {
  const isText = (at: number) => (isWhole ? map[at] !== zone.markup : text[at - 1] !== '\\');
  const source = text
    .slice(from, to)
    .replace(/\$/g, (sign, at: number) => (isText(from + at) ? sign : '.'));
  for (const { index, 0: math } of source.matchAll(mathPattern)) {
    const end = from + index + math.length;
    if (math.endsWith('$')) map.fill(zone.markup, from + index, end);
    else map.fill(zone.markup, end, end + 2);
  }
};
