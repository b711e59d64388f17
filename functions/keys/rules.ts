/** The rules for keys that the service, the dashboard and the operator's tool share. */

/** For how many seconds a rotated key stays active: none, an hour, a day or a week. */
export const graces = [0, 3_600, 86_400, 604_800] as const;

/** The longest life of a key that ends, in days. */
export const longestLifeDays = 3_650;

/**
 * The active keys that count towards an account's limit. A rotated key does not count while its successor is active.
 *
 * @param keyName - returns what `successor` names a key by, such as its hash.
 */
export const keysThatCount = <Key extends { readonly successor?: string | null }>(
  active: readonly Key[],
  keyName: (key: Key) => string,
): readonly Key[] => {
  const ids = new Set(active.map(keyName));
  return active.filter(({ successor }) => !ids.has(successor ?? ''));
};

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
