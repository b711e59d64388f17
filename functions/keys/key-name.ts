/** How many characters a name has at most. */
export const longestName = 100;

/** At least one visible character: not a space, the blank Braille pattern, a mark or an ignorable one. */
const visible = /[^\s\u2800\p{M}\p{DI}]/u;

/**
 * Up to 100 characters. None controls a terminal, ends a line, changes the direction of text or is
 * invisible (Default_Ignorable_Code_Point of UAX #44), except those that names need: ZWNJ (Persian), ZWJ
 * and the emoji variation selector.
 */
const allowed = /^(?:[^\p{C}\p{Zl}\p{Zp}\p{DI}]|\u200c|\u200d|\ufe0f){1,100}$/u;

/** More combining marks in a row, joiners between them or not, than any script has: they would cover other lines. */
const stackedMarks = /[\p{M}\u200c\u200d]{9}/u;

/** Whether a text may be the name of a key, or of an account's owner. */
export const isName = (text: string): boolean =>
  allowed.test(text) && visible.test(text) && !stackedMarks.test(text);
