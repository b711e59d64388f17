/**
 * The largest request body, in characters (code points), as a person writes it: the specification,
 * Limits. It is text first, since `toLocaleString` would load the languages' data, for some 10 ms of
 * each cold start.
 */
export const maxCharactersText = '10,000';

/** The same as a number. */
export const maxCharacters = Number(maxCharactersText.replace(',', ''));

/** What a caller is told whose body is larger. Many libraries escape all but ASCII, unless told otherwise. */
export const tooLargeDetail = `The request body is larger than ${maxCharactersText} characters. JSON escapes count as they are written, \\u00e9 as six: send UTF-8 instead.`;

/** Whether a text has more than `limit` characters (code points). */
export const isLongerThan = (text: string, limit: number): boolean => {
  // A code point is one or two UTF-16 units, so most texts need no counting.
  if (text.length <= limit) return false;
  if (text.length > 2 * limit) return true;
  return [...text].length > limit;
};
