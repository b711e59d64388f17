/** The largest request body, in characters (code points): the specification, Limits. */
export const maxCharacters = 10_000;

/**
 * A whole number with commas between its thousands, e.g. `10,000`. `toLocaleString` would load the data of
 * all languages, some 10 ms of each cold start.
 */
export const withCommas = (number: number): string =>
  number < 1_000
    ? String(number)
    : `${withCommas(Math.floor(number / 1_000))},${String(number % 1_000).padStart(3, '0')}`;

/** The largest body, as messages write it. */
export const maxCharactersText = withCommas(maxCharacters);

/** What a caller is told whose body is larger. Many libraries escape all but ASCII, unless told otherwise. */
export const tooLargeDetail = `The request body is larger than ${maxCharactersText} characters. JSON escapes count as they are written, \\u00e9 as six: send UTF-8 instead.`;

/** Whether a text has more than `limit` characters (code points). */
export const isLongerThan = (text: string, limit: number): boolean => {
  // A code point is one or two UTF-16 units, so most texts need no counting.
  if (text.length <= limit) return false;
  if (text.length > 2 * limit) return true;
  return [...text].length > limit;
};
