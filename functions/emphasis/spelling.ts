/** Apostrophes between letters, and what people type as one, beside `'`. */
export const apostrophes = /(?<=[\p{L}\p{M}])[‘’‛ʼ᾽＇′`´](?=\p{L})/gu;
/** An escape or reference of CommonMark (2.4, 2.5) within a word that stands for an apostrophe or an ampersand. */
const writtenMark =
  /(?<=[\p{L}\p{M}\p{N}])(?:\\'|&(?:#0{0,5}39|#0{0,4}700|#0{0,3}(?:8216|8217|8219|8125)|#0{0,2}65287|#[Xx](?:0{0,4}27|0{0,3}2[Bb][Cc]|0{0,2}(?:201[89Bb]|1[Ff][Bb][Dd]|[Ff]{2}07))|apos|[lr]squo|rsquor|(?:Open|Close)CurlyQuote|(amp|AMP|#0{0,5}38|#[Xx]0{0,4}26));)(?=[\p{L}\p{N}])/gu;

/** A text with `'` or `&` for each {@link writtenMark}, followed by `filling` for each other character of it. */
export const plainMarks = (text: string, filling = ''): string =>
  text.replace(
    writtenMark,
    (mark, ampersand) => `${ampersand ? '&' : "'"}${filling.repeat(mark.length - 1)}`,
  );

/**
 * A word as lists have it: in lower case, with plain letters and apostrophes, and without what readers do not see, such
 * as soft hyphens.
 */
export const plainSpelling = (word: string): string =>
  plainMarks(word)
    // Also the vowel points and marks of Hebrew and Arabic.
    .replace(/[\p{Default_Ignorable_Code_Point}\u0591-\u05c7\u064b-\u065f\u0670\u0640]/gu, '')
    .replace(apostrophes, "'")
    .normalize('NFKC')
    .toLowerCase()
    // The lower case of the Turkish İ has two characters.
    .replaceAll('i\u0307', 'i');
