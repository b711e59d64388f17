/** In characters. */
export const longestKeyName = 100;

/** Anything but white space, the blank Braille pattern, marks and ignorable characters. */
const visible = /[^\s\u2800\p{M}\p{DI}]/u;

/**
 * Up to 100 characters, without controls, line ends, direction marks and invisible characters
 * (Default_Ignorable_Code_Point of UAX #44), except those that names need: ZWNJ (Persian), ZWJ and the emoji
 * variation selector.
 */
const allowed = /^(?:[^\p{C}\p{Zl}\p{Zp}\p{DI}]|\u200c|\u200d|\ufe0f){1,100}$/u;

/** More combining marks in a row than any script has, which would cover other lines. */
const stackedMarks = /[\p{M}\u200c\u200d]{9}/u;

/** Whether a text is a valid name of a key or an account's owner. */
export const isName = (text: string): boolean =>
  allowed.test(text) && visible.test(text) && !stackedMarks.test(text);
