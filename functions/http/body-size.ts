/** The largest request body, in code points: the specification, Limits. */
export const maxCharacters = 10_000;

/** For messages. `toLocaleString` would load locale data: 10 ms of each cold start. */
export const maxCharactersText = `${maxCharacters / 1_000},000`;

/** The detail of a 413. Many JSON libraries escape everything but ASCII by default. */
export const tooLargeDetail = `The request body is larger than ${maxCharactersText} characters. JSON escapes count as written (\\u00e9 is six characters): send UTF-8 instead.`;

/** Whether a text has more than `limit` code points. */
export const isLongerThan = (text: string, limit: number): boolean => {
  // A code point is one or two UTF-16 units, so most texts need no counting.
  if (text.length <= limit) return false;
  if (text.length > 2 * limit) return true;
  return [...text].length > limit;
};
