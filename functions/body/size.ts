/** The largest request body, in characters (code points): the specification, Limits. */
export const maxCharacters = 10_000;

/** The same as a person writes it. */
export const maxCharactersText = maxCharacters.toLocaleString('en-US');

/** What a caller is told whose body is larger. */
export const tooLargeDetail = `The request body is larger than ${maxCharactersText} characters.`;

/** Whether a text has more than `limit` characters (code points). */
export const isLongerThan = (text: string, limit: number): boolean => {
  // A code point is one or two UTF-16 units, so most texts need no counting.
  if (text.length <= limit) return false;
  if (text.length > 2 * limit) return true;
  return [...text].length > limit;
};
