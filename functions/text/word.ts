/** A word of a text that may be emphasized. */
export interface Word {
  readonly text: string;
  /** The offset of the first UTF-16 code unit. */
  readonly start: number;
  /** The offset after the last code unit. */
  readonly end: number;
}

/**
 * A word as lists have it: in lower case, with plain letters and apostrophes, and without what readers do not see, such
 * as soft hyphens.
 */
export const plainSpelling = (word: string): string =>
  word
    .replace(/[‘’ʼ′`´]/g, "'")
    .normalize('NFKC')
    .toLowerCase()
    // The lower case of the Turkish İ has two characters.
    .replaceAll('i\u0307', 'i')
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '');
