/**
 * The header `Emphasis-Order`: the positions in `emphasized_words`, the best first, as a list of integers (RFC
 * 9651, section 3.1). The specification fixes the fields of the body, so it is a header.
 */
export const orderHeader = 'Emphasis-Order';

/** The most positions: API Gateway allows 10,240 bytes of headers in all. */
export const longestOrder = 100;

/** The header's value. There is no header for an empty list (RFC 9651, section 3.1). */
export const shownOrder = (places: readonly number[]): string =>
  places.slice(0, longestOrder).join(', ');
