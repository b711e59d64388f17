/** Where Markdown renderers differ from each other, and asterisks are not sure to do right. */

const DISPUTES = [
  // A list that begins in an item of another list, right after a paragraph.
  /^(?:\d{1,9}[.)]|[-+*])(?!\S)/,
  // A delimiter beside what is whitespace to some and a letter to others.
  /[\v\uFEFF\u2028\u2029][*_]|[*_][\v\uFEFF\u2028\u2029]/,
  // A delimiter that an emoji, punctuation to some and a letter to others, lets open or close.
  /[\uD800-\uDFFF](?:\*+(?=[^\s*])|_+(?=[^\s_]))/,
  /(?:(?<=[^\s*])\*+|(?<=[^\s_])_+)[\uD800-\uDFFF]/,
  // A delimiter beside a tilde, which those that strike out text take for a delimiter, too.
  /~[*_]|[*_]~/,
  // A CDATA section without an end.
  /<!\[CDATA\[/,
];

/** Three or more delimiters, which may be used in parts. */
const MANY = /\*{3}|_{3}/;

/** Delimiters between two letters, or between two pieces of punctuation: they can both open and close. */
const OPEN_AND_CLOSE =
  /[^\s\p{P}\p{S}](?:\*+|_+)[^\s\p{P}\p{S}]|(?![*_])[\p{P}\p{S}](?:\*+|_+)(?![*_])[\p{P}\p{S}]/u;

/**
 * Says whether renderers may disagree about the delimiters of a paragraph or heading. Among others that
 * can both open and close, the rule of three takes all of many, or those that are left.
 */
export const isDisputed = (block: string): boolean =>
  DISPUTES.some((way) => way.test(block)) || (MANY.test(block) && OPEN_AND_CLOSE.test(block));

/** What some take for the end of a paragraph: HTML, or a definition, that begins a line of it. */
const END = /\n[ \t>]*(?:<[A-Za-z/!?]|\[[^\]\n]*\]:)/;

/** The same in a quotation or a list: numbers, underlines, empty items, and what may begin or be code. */
const END_WITHIN = /\n(?:[ \t>]*(?:\d{1,9}[.)](?!\S)|(?:=+|[-+*])[ \t]*(?![^\n]))| {4}|\t)|``|~~~/;

/**
 * Says whether renderers may disagree about where a paragraph ends, and so about what follows it.
 *
 * @param isWithin whether it stands in a quotation or a list.
 */
export const isDisputedEnd = (block: string, isWithin: boolean): boolean =>
  END.test(block) || (isWithin && END_WITHIN.test(block));

/** A tag with nothing but spaces between its parts, and no line end in a value. */
const TAG =
  /^<(?:\/[A-Za-z][A-Za-z\d-]*[ \t\n]*|[A-Za-z][A-Za-z\d-]*(?:[ \t\n]+[A-Za-z_:][\w.:-]*(?:[ \t\n]*=[ \t\n]*(?:[^\s"'=<>`]+|'[^'\n]*'|"[^"\n]*"))?)*[ \t\n]*\/?)>$/;

/** Says whether renderers may disagree about a piece of inline HTML (CommonMark 0.31.2, section 6.6). */
export const isDisputedTag = (tag: string): boolean => !TAG.test(tag) || tag.includes('](');

/**
 * Says whether renderers may disagree about all of a text: some drop a byte order mark, and see other
 * blocks; some know a declaration by capitals only.
 */
export const isDisputedText = (text: string): boolean =>
  /^\uFEFF(?!\p{L})/u.test(text) || /^[ \t>]*<![a-z]/m.test(text);
