/** How many characters a name has at most. */
export const longestName = 100;

/**
 * Up to 100 characters, of which one can be seen. None is a control, which a terminal would obey, ends a
 * line, or turns the direction of what follows. Of the invisible ones only ZWNJ and ZWJ are taken:
 * Persian names and family emojis are written with them.
 */
const name = /^(?=.*[^\s\p{M}\p{DI}])(?:[^\p{C}\p{Zl}\p{Zp}]|\u200c|\u200d){1,100}$/u;

/** Whether a text may name a key, or whose key it is: what stands in every list should be text, and not too long. */
export const isName = (text: string): boolean => name.test(text);
