/** How many characters (Unicode code points) a request body may have. */
export const maxCharacters = 10_000;

/** `toLocaleString` would load locale data, which takes 8 ms of each start of a function (`npm run bench`). */
const withCommas = (count: number): string => {
  const lastDigits = String(count).slice(-3);
  return count < 1_000 ? lastDigits : `${withCommas(Math.floor(count / 1_000))},${lastDigits}`;
};

export const maxCharactersText = withCommas(maxCharacters);

/**
 * The detail of a 413. It explains escapes, since many JSON libraries escape all but ASCII by default.
 *
 * @param characters - how many the body has.
 */
export const tooLargeDetail = (characters: number, hasEscapes: boolean): string =>
  `The request body is larger than ${maxCharactersText} characters: it has ${withCommas(characters)}.${
    hasEscapes
      ? ' JSON escapes count as written (\\u00e9 is six characters): send UTF-8 instead.'
      : ''
  }`;

export const countCharacters = (text: string): number => {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
};
