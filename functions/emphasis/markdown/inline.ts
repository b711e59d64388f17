/** The inline markup of a paragraph, as far as every renderer reads it alike. */

/** A place in a paragraph where markup may begin or end. */
interface Place {
  readonly text: string;
  readonly at: number;
  /** The characters at the place that may be markup. */
  readonly special: string;
  /** Offset after `special`. */
  readonly next: number;
  /** The brackets and delimiter runs that are open at the place. */
  readonly open: readonly string[];
  /** Whether a bracket is among them. */
  readonly isInBrackets: boolean;
  readonly isRow: boolean;
}

/** What stands at a place, up to the offset `to`: text, complete markup, or one end of it. */
interface Reading {
  readonly is: 'text' | 'markup' | 'opening' | 'closing';
  readonly to: number;
}

/** Reads what stands at a place, if every renderer reads it alike. */
type Reader = (place: Place) => Reading | undefined;

const markupStart = /`+|\*+|_+|~+|\\\[|[[\]<&\\|]|www\.|:\/\/|(?<=[\w.+:-])@/gi;
const characterReference = /&#?\w+;/y;
/** A line break, an image, or an element without attributes and without markup in it. */
const harmlessHtml =
  /<(?:(?:br|img)(?: [a-z]+="[^"*`[\]<>\\\n|~]*")* ?\/?|([a-z]+)>[^*`[\]<>\\\n|~_]*<\/\1)>/iy;
/** A URL or an address in angle brackets. */
const autolink = /<(?:[a-z][a-z\d+.-]{1,31}:[^\s<>]*|[\w.!#$%&'+/=?^{}-]+@[\w.-]+)>/iy;
/** What follows the text of a link or image: a destination and perhaps a title. */
const linkDestination =
  /\([^\s()<>\\*`]*(?:\([^\s()<>\\*`]*\)[^\s()<>\\*`]*)*(?:\s+"[^"\\*`[\]<>]*")?\)/y;
const whitespace = /[ \t\r\n]/;
const urlEnd = /[\s*`[\]<\\~|]|$/g;
const urlMarkup = /[*`[\]<\\~|]|(?<![A-Za-z\d])_|_(?![A-Za-z\d])/;

const matchAt = (pattern: RegExp, text: string, at: number): RegExpExecArray | undefined => {
  pattern.lastIndex = at;
  return pattern.exec(text) ?? undefined;
};

const readAsText = ({ next }: Place): Reading => ({ is: 'text', to: next });

const readCode: Reader = ({ text, special, next, isRow }) => {
  const end = text.indexOf('`', next);
  const to = end + special.length;
  if (end < 0 || !text.startsWith(special, end) || text[to] === '`') return undefined;
  return isRow && /(?<!\\)\|/.test(text.slice(next, end)) ? undefined : { is: 'markup', to };
};

/** The class of a character beside a delimiter run: see `prose.ts`. */
const characterClass = (character: string) => {
  if (whitespace.test(character)) return 'space';
  if (/[!-/:-@[-`{|}\p{P}]/u.test(character)) return 'punctuation';
  if (/[\p{L}\p{N}]/u.test(character)) return 'letter';
  // Punctuation since CommonMark 0.31. Some renderers see half of a surrogate pair.
  return /[^~\P{S}]|\p{Cs}/u.test(character) ? 'symbol' : 'unknown';
};

/** Reads a run of `*`, `_` or `~`: see `prose.ts`. */
const readDelimiters: Reader = (place) => {
  const { text, at, special, next, open } = place;
  const before = characterClass(text[at - 1] ?? ' ');
  const after = characterClass(text[next] ?? ' ');
  const classes = [before, after];
  const isAmbiguous = classes.includes('symbol') && !classes.includes('space');
  if (before === 'space' && after === 'space') return readAsText(place);
  if (special.length > 3 || classes.includes('unknown') || isAmbiguous) return undefined;
  const mayBeIntraword = !special.startsWith('_');
  const isLeftFlanking = after !== 'space' && (after !== 'punctuation' || before !== 'letter');
  const isRightFlanking = before !== 'space' && (before !== 'punctuation' || after !== 'letter');
  const opens = isLeftFlanking && (mayBeIntraword || !isRightFlanking || before === 'punctuation');
  const closes = isRightFlanking && (mayBeIntraword || !isLeftFlanking || after === 'punctuation');
  if (closes && open.length > 0)
    return open.at(-1) === special ? { is: 'closing', to: next } : undefined;
  return opens ? { is: 'opening', to: next } : readAsText(place);
};

const readBracketEnd: Reader = (place) => {
  const { text, next, open } = place;
  if (open.at(-1) !== '[') return place.isInBrackets ? undefined : readAsText(place);
  if (text[next] === ':') return undefined;
  if (text[next] !== '(') return { is: 'closing', to: next };
  const destination = matchAt(linkDestination, text, next);
  return destination && { is: 'closing', to: next + destination[0].length };
};

const readAngleBracket: Reader = (place) => {
  const { text, at } = place;
  if (!matchAt(/<(?:[a-z/!?]|[^\s<>]*@)/iy, text, at)) return readAsText(place);
  const match = matchAt(harmlessHtml, text, at) ?? matchAt(autolink, text, at);
  return match && { is: 'markup', to: at + match[0].length };
};

const readReference: Reader = (place) => {
  const reference = matchAt(characterReference, place.text, place.at);
  return reference ? { is: 'markup', to: place.at + reference[0].length } : readAsText(place);
};

/** Reads an escape. marked may take an escaped bracket for the beginning of a reference. */
const readEscape: Reader = ({ text, special, next }) => {
  const escaped = text[next] ?? '';
  if (special !== '\\' || escaped === '`') return undefined;
  return { is: 'markup', to: next + escaped.length };
};

const readCellEnd: Reader = (place) => {
  if (!place.isRow) return readAsText(place);
  return place.open.length === 0 ? { is: 'markup', to: place.next } : undefined;
};

/** Reads a bare URL or an address, up to the next space: renderers differ in where it ends. */
const readUrl: Reader = ({ text, at, next, isInBrackets }) => {
  if (isInBrackets) {
    const to = matchAt(urlEnd, text, next)?.index ?? next;
    return text.startsWith('](', to) ? { is: 'text', to } : undefined;
  }
  let from = at;
  while (from > 0 && !whitespace.test(text.charAt(from - 1))) from -= 1;
  let to = next;
  while (to < text.length && !whitespace.test(text.charAt(to))) to += 1;
  return urlMarkup.test(text.slice(from, to)) ? undefined : { is: 'markup', to };
};

/** Whether a line has only block markers before an offset. */
const beginsLine = (text: string, at: number): boolean => {
  let last = at - 1;
  while (/[ \t>*+\d.)[\]x-]/i.test(text.charAt(last))) last -= 1;
  return last < 0 || '\r\n'.includes(text.charAt(last));
};

const readers: Readonly<Record<string, Reader>> = {
  '`': readCode,
  '*': readDelimiters,
  _: readDelimiters,
  '~': readDelimiters,
  '[': ({ next }) => ({ is: 'opening', to: next }),
  ']': readBracketEnd,
  '<': readAngleBracket,
  '&': readReference,
  '\\': readEscape,
  '|': readCellEnd,
};

/** A stretch of a paragraph, from an offset to another. */
type Stretch = readonly [from: number, to: number];

/** The result for a paragraph that was not read to its end: the stretches before the first opener left open. */
const readBefore = (stretches: readonly Stretch[], mark: number | undefined) => ({
  stretches: stretches.slice(0, mark),
  guarded: [] as Stretch[],
  isWhole: false,
});

/**
 * Finds the text of a paragraph that is outside all markup, up to the first place that renderers may read
 * in different ways.
 *
 * @param isRow - whether it is a table row.
 * @param isUnclosed - whether nothing after the opener at an offset can close it, so that it is text.
 * @returns The stretches, separately those after asterisks that nothing closes (`guarded`), and whether the paragraph was
 *   read to its end.
 */
export const plainText = (
  text: string,
  isRow: boolean,
  isUnclosed: (opener: string, at: number) => boolean,
) => {
  const stretches: Stretch[] = [];
  const open: string[] = [];
  /** For each of `open`, how many stretches there are before it. */
  const marks: number[] = [];
  let brackets = 0;
  let isAfterUnclosed = false;
  let from = 0;
  let at = 0;
  for (let match = matchAt(markupStart, text, at); match; match = matchAt(markupStart, text, at)) {
    const { index, 0: special } = match;
    const next = index + special.length;
    const isInBrackets = brackets > 0;
    const place = { text, at: index, special, next, open, isInBrackets, isRow };
    // Fences and HTML blocks need no end.
    const mayBeBlock = (special === '<' || special.startsWith('```')) && beginsLine(text, index);
    const isText = isUnclosed(special, index) && !mayBeBlock;
    const reader = isText ? readAsText : (readers[special.charAt(0)] ?? readUrl);
    // cmark-gfm may take code for text after backticks that nothing closes.
    const reading = reader === readCode && isAfterUnclosed ? undefined : reader(place);
    isAfterUnclosed ||= isText && special.startsWith('`');
    if (reading?.is !== 'text') stretches.push([from, index]);
    if (!reading) return readBefore(stretches, marks[0]);
    if (reading.is === 'opening') {
      open.push(special);
      if (special === '[') brackets += 1;
      marks.push(stretches.length);
    } else if (reading.is === 'closing') {
      if (open.pop() === '[') brackets -= 1;
      stretches.length = marks.pop() as number;
    }
    at = reading.to;
    if (reading.is !== 'text') from = at;
  }
  if (brackets > 0) return readBefore(stretches, marks[0]);
  stretches.push([from, text.length]);
  const mark = marks[open.findIndex((marker) => marker.startsWith('*'))];
  const guarded = mark === undefined ? [] : stretches.splice(mark);
  return { stretches, guarded, isWhole: true };
};
