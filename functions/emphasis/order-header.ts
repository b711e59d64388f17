/**
 * The header in which the model's order stands: the places of the words in `emphasized_words`, the best
 * first, as a list of integers (RFC 9651, section 3.1). It is no field of the body, which has the
 * specification's.
 */
export const orderHeader = 'Emphasis-Order';

/** How many places it holds at most: API Gateway takes 10,240 bytes of headers in all. */
export const longestOrder = 100;

/** The header's value. A list of nothing is no header (RFC 9651, section 3.1). */
export const shownOrder = (places: readonly number[]): string =>
  places.slice(0, longestOrder).join(', ');
