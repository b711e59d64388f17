/** The interface of the models that rank the words of a text. */

/** A word of a text that may be emphasized. */
export interface Word {
  readonly text: string;
  /** The offset of the first UTF-16 code unit. */
  readonly start: number;
  /** The offset after the last code unit. */
  readonly end: number;
}

/** Apostrophes between letters, and what people type as one, beside `'`. */
export const apostrophes = /(?<=[\p{L}\p{M}])[‘’‛ʼ᾽＇′`´](?=\p{L})/gu;
/** An escape or reference of CommonMark (2.4, 2.5) between letters that stands for an apostrophe. */
const writtenApostrophe =
  /(?<=[\p{L}\p{M}])(?:\\'|&(?:#0{0,5}39|#0{0,4}700|#0{0,3}(?:8216|8217|8219|8125)|#0{0,2}65287|#[Xx](?:0{0,4}27|0{0,3}2[Bb][Cc]|0{0,2}(?:201[89Bb]|1[Ff][Bb][Dd]|[Ff]{2}07))|apos|[lr]squo|rsquor|(?:Open|Close)CurlyQuote);)(?=\p{L})/gu;

/** A text with `'` for each {@link writtenApostrophe}, followed by `filling` for each other character of it. */
export const plainApostrophes = (text: string, filling = ''): string =>
  text.replace(writtenApostrophe, ({ length }) => `'${filling.repeat(length - 1)}`);

/**
 * A word as lists have it: in lower case, with plain letters and apostrophes, and without what readers do not see, such
 * as soft hyphens.
 */
export const plainSpelling = (word: string): string =>
  plainApostrophes(word)
    // Also the vowel points and marks of Hebrew and Arabic.
    .replace(/[\p{Default_Ignorable_Code_Point}\u0591-\u05c7\u064b-\u065f\u0670\u0640]/gu, '')
    .replace(apostrophes, "'")
    .normalize('NFKC')
    .toLowerCase()
    // The lower case of the Turkish İ has two characters.
    .replaceAll('i\u0307', 'i');

export interface Ranking {
  /** The name and version of the model. */
  readonly model: string;
  /** Each index of the words once, the best first. */
  readonly order: readonly number[];
  /** By index: the index after the last word that a negation governs; after the word itself for any other word. */
  readonly ends: readonly number[];
}

/**
 * Ranks the words of a text.
 *
 * @param words - the text's candidate words, in its order.
 * @param count - how many of them will be emphasized: the rest may be in any order.
 * @param deadline - when the time for the request ends, in milliseconds since the epoch.
 */
export type EmphasisModel = (
  text: string,
  words: readonly Word[],
  count: number,
  deadline: number,
) => Promise<Ranking>;

/** The name and version of the embedded model. Every change of its rankings gets a new version. */
export const embeddedModelName = 'amplify-salience/3.0.0';
