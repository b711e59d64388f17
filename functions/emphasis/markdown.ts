/** Where a Markdown text can take new bold: CommonMark 0.31.2, as micromark reads it. */
import { parse, postprocess, preprocess } from 'micromark';
import { isDisputed } from './disputed.ts';

/** What a place in a text can take. */
export const ground = {
  /** Nothing: an asterisk here would be shown, or would change what is around it. */
  closed: 0,
  /** Any bold. */
  open: 1,
  /** Bold whose opening asterisks cannot be read as closing ones. */
  guarded: 2,
} as const;

/** Text in these is bold, emphasized or clickable already, or is not shown. */
const COVERS = new Set(['strong', 'emphasis', 'link', 'image', 'definition', 'codeFenced']);

/**
 * Says of each UTF-16 code unit of a text which `ground` it is. Open ground is the plain text of
 * paragraphs and headings, outside code, links, images, HTML, emphasis, escapes and character
 * references.
 */
export function survey(text: string): Uint8Array {
  const map = new Uint8Array(text.length);
  const events = read(text);
  // Bold in a label could make it match another definition, or grow too long to be a label.
  const labels = events.some(([, { type }]) => type === 'definition');
  let covers = 0;
  let definitionEnd = 0;
  let closed = false;
  let brackets = 0;
  let stray = false;
  let tags: Tag[] = [];

  for (const [step, { type, start, end }] of events) {
    if (COVERS.has(type)) covers += step === 'enter' ? 1 : -1;
    if (step === 'exit') continue;
    switch (type) {
      case 'content':
      case 'atxHeading':
      case 'setextHeading':
        closed = definitionEnd > start.offset || isDisputed(text.slice(start.offset, end.offset));
        brackets = 0;
        stray = false;
        tags = [];
        break;
      case 'definition':
        // What follows in the same block, some renderers read as a block of its own.
        definitionEnd = end.offset;
        closed = true;
        break;
      case 'data':
        for (let at = start.offset; at < end.offset; at += 1) {
          if (text[at] === '[') brackets += 1;
          else if (text[at] === ']') brackets = Math.max(0, brackets - 1);
          else if (text[at] === '*') stray ||= text[at - 1] === '*' || text[at + 1] === '*';
          if (covers > 0 || closed || (labels && brackets > 0)) continue;
          map[at] = stray ? ground.guarded : ground.open;
        }
        break;
      case 'htmlText':
        map.fill(ground.closed, elementStart(tags, text, start.offset, end.offset), end.offset);
    }
  }
  return map;
}

/** An opening tag that was not closed yet. */
interface Tag {
  readonly name: string;
  readonly start: number;
}

/** Takes a piece of inline HTML; returns the offset where the element that it ends, if any, began. */
function elementStart(tags: Tag[], text: string, start: number, end: number): number {
  const [, slash, name] =
    /^<(\/?)([a-z][a-z\d-]*)/.exec(text.slice(start, end).toLowerCase()) ?? [];
  if (name === undefined) return start;
  if (slash === '') tags.push({ name, start });
  const opener = tags.findLastIndex((tag) => tag.name === name);
  if (slash === '' || opener < 0) return start;
  const [tag] = tags.splice(opener);
  return tag?.start ?? start;
}

/**
 * The most runs of markup characters that are read. The parser's time grows with their square: it
 * is about half a second for so many in 10,000 characters.
 */
const MOST_MARKUP = 2_000;
const MARKUP = /([-*_`[\]<>!&\\#=+~])\1*|\d[.)](?=\s)/g;

/** Parses a text. In one with an excess of markup, which nobody writes, nothing is found. */
function read(text: string) {
  if ((text.match(MARKUP)?.length ?? 0) > MOST_MARKUP) return [];
  const chunks = preprocess()(normalize(text), undefined, true);
  return postprocess(parse().document().write(chunks));
}

/**
 * The same structure at the same offsets, in a form that is fast to parse. Blank lines do not end a
 * list item, so many of them below many nested items would take minutes: a run of them is made one.
 * U+FEFF at the start, which micromark drops, is a character as any other in CommonMark.
 */
const normalize = (text: string): string =>
  text
    .replace(/^\uFEFF/, '\uFFFD')
    .replace(
      /(?:\r\n?|\n)(?:[ \t]*(?:\r\n?|\n))+/g,
      (run) => run[0] + ' '.repeat(run.length - 2) + run.at(-1),
    );
