/** The properties of a word by itself, whatever its neighbors. */

import { plainSpelling, type Word } from '../../text/word.ts';
import { functionWords } from './function-words.ts';
import { stem } from './stem.ts';

// A separate file of the bundle: see embedded.ts.
const { default: lexicon } = await import('./lexicon.data.json', { with: { type: 'json' } });

/** The classes of the lexicon, by number; those of function words come first. */
export const classes = Object.keys(lexicon);
const FUNCTION_CLASSES = classes.indexOf('adverb') + 1;

/** The kinds of a word: 0 for no word, then the classes of function words, then content. */
export const kinds = ['none', ...classes.slice(0, FUNCTION_CLASSES), 'content'];
export const CONTENT = kinds.length - 1;

export interface Form {
  readonly stem: string;
  readonly classes: readonly number[];
  readonly kind: number;
  /** Its length in letters of an alphabet, roughly. */
  readonly length: number;
  /** 0 lower case or no case, 1 capitalized, 2 in capitals, 3 begins with a digit. */
  readonly shape: number;
  /** Its keys in the vocabulary: the stem, then its beginning and endings. */
  readonly lexical: readonly string[];
}

/** The classes of each word. For a function word, the first one is a class of function words. */
const byWord = (lists: Readonly<Record<string, string>>): ReadonlyMap<string, number[]> => {
  const found = new Map<string, number[]>();
  for (const [name, list] of Object.entries(lists)) {
    for (const word of list.split(' ')) {
      found.set(word, [...(found.get(word) ?? []), classes.indexOf(name)]);
    }
  }
  return found;
};
const english = byWord(lexicon);
const foreign = byWord(functionWords);

const isFunction = (number: number | undefined): boolean =>
  number !== undefined && number < FUNCTION_CLASSES;
const isEnglish = (candidate: string): boolean => english.has(candidate);

/**
 * The form of each word; equal words share one. In a text that is not read as English, only function words
 * are known.
 *
 * @param asEnglish - whether to read it as English, instead of by its function words
 */
export const formsOf = (
  words: readonly Pick<Word, 'text'>[],
  asEnglish?: boolean,
): readonly Form[] => {
  const places = new Map<string, number>();
  const counts: number[] = [];
  const placeOf = words.map(({ text }) => {
    const place = places.get(text) ?? places.size;
    if (place === places.size) places.set(text, place);
    counts[place] = (counts[place] ?? 0) + 1;
    return place;
  });
  const different = [...places.keys()];
  const lower = different.map(plainSpelling);
  const native = asEnglish ?? readsAsEnglish(lower, counts);
  const forms = different.map((word, place) => formOf(word, lower[place] as string, native));
  return placeOf.map((place) => forms[place] as Form);
};

/** Writes English contractions with their apostrophe: `dont` as `don't`. */
const withApostrophe = (lower: string): string =>
  lower.replace(
    /^(ai|are|ca|could|did|do|does|had|has|have|is|must|need|should|was|were|wo|would)nt$/,
    "$1n't",
  );

/**
 * Whether a text is read as English: not if its function words are more often those of other languages, or if
 * it has no Latin letter. German `die` and `war` are neither deaths nor battles.
 *
 * @param lower its distinct words, in lower case
 * @param counts how often each of them occurs
 */
const readsAsEnglish = (lower: readonly string[], counts: readonly number[]): boolean => {
  let surplus = 0;
  for (let place = 0; place < lower.length; place++) {
    const word = lower[place] as string;
    if (isFunction(english.get(withApostrophe(word))?.[0])) surplus += counts[place] as number;
    if (foreign.has(word)) surplus -= counts[place] as number;
  }
  return surplus >= 0 && lower.some((word) => /[a-z]/.test(word));
};

const formOf = (word: string, lower: string, native: boolean): Form => {
  const root = native ? stem(withApostrophe(lower), isEnglish) : lower;
  const all = native ? english.get(root) : (foreign.get(lower) ?? english.get(lower));
  const known = (native ? all : all?.filter(isFunction)) ?? [];
  return {
    stem: root,
    classes: known,
    kind: isFunction(known[0]) ? (known[0] as number) + 1 : CONTENT,
    length: lengthOf(word),
    shape: shapeOf(word),
    lexical: native
      ? [root, `${lower.slice(0, 4)}-`, `-${lower.slice(-3)}`, `-${lower.slice(-2)}`]
      : [],
  };
};

/**
 * A Han character counts as three letters, a syllable of kana or Hangul as two; marks (accents, tones, Indic
 * vowel signs) as none.
 */
const lengthOf = (word: string): number => {
  if (/^[a-z']*$/i.test(word)) return word.length;
  let length = 0;
  for (const character of word) {
    if (/\p{Script=Han}/u.test(character)) length += 3;
    else if (/[\p{Script=Hira}\p{Script=Kana}\p{Script=Hang}]/u.test(character)) length += 2;
    else if (!/\p{M}/u.test(character)) length += 1;
  }
  return length;
};

const shapeOf = (word: string): number => {
  if (!/^\p{N}|[\p{Lu}\p{Lt}]/u.test(word)) return 0;
  if (/^\p{N}/u.test(word)) return 3;
  if (!/\p{Ll}/u.test(word) && /\p{Lu}\P{Lu}*\p{Lu}/u.test(word)) return 2;
  return /^[\p{Lu}\p{Lt}]/u.test(word) ? 1 : 0;
};
