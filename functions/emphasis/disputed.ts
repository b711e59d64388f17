/** Where Markdown renderers differ from each other, and asterisks are not sure to do right. */

/** Punctuation that is not a delimiter. */
const P = String.raw`(?![*_])[\p{P}\p{S}]`;
/** What is neither punctuation nor whitespace: to a delimiter, a letter. */
const L = String.raw`[^\s\p{P}\p{S}]`;

const DISPUTES = [
  // A list that begins in an item of another list, right after a paragraph.
  /^(?:\d{1,9}[.)]|[-+*])(?!\S)/,
  // A delimiter beside what is whitespace to some and a letter to others.
  /[\v\uFEFF\u2028\u2029][*_]|[*_][\v\uFEFF\u2028\u2029]/,
  // A delimiter that an emoji, punctuation to some and a letter to others, lets open or close.
  /[\uD800-\uDFFF](?:\*+(?=[^\s*])|_+(?=[^\s_]))/,
  /(?:(?<=[^\s*])\*+|(?<=[^\s_])_+)[\uD800-\uDFFF]/,
  // Three or more delimiters that may be used in parts, among others that can both open and close:
  // the rule of three takes all of them, or those that are left.
  new RegExp(`^(?=[^]*([*_])\\1\\1)[^]*(?:${L}([*_])\\2*${L}|${P}([*_])\\3*${P})`, 'u'),
  // A CDATA section without an end.
  /<!\[CDATA\[/,
];

/** Says whether renderers may disagree about the delimiters of a paragraph or heading. */
export const isDisputed = (block: string): boolean => DISPUTES.some((way) => way.test(block));
