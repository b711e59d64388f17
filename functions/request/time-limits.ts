/** The time limits of a request, in milliseconds. */

/** The longest that a caller waits, by the contract. */
export const longestResponseTime = 10_000;

/** How much longer a function may run. */
export const spareTime = 5_000;
