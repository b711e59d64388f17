/** What the embedded model knows of a word by its form alone, whatever its neighbours. */

import { functionWords } from './function-words.ts';
import { stem } from './stem.ts';

// A file of its own in the bundle, see embedded.ts.
const { default: lexicon } = await import('./lexicon.data.json', { with: { type: 'json' } });

/** The classes of the lexicon, by number; those of function words come first. */
export const classes = Object.keys(lexicon);
const FUNCTION_CLASSES = classes.indexOf('adverb') + 1;
const NEGATION = classes.indexOf('negation');

/** The kind of a word: 0 is no word at all, then each class of function words, then content. */
export const CONTENT = FUNCTION_CLASSES + 1;
/** How many kinds there are. */
export const KINDS = CONTENT + 1;

/** A word's form. */
export interface Form {
  readonly stem: string;
  readonly classes: readonly number[];
  readonly kind: number;
  readonly negation: boolean;
  /** Roughly how many letters of an alphabet it would take. */
  readonly length: number;
  /** 0 lower case or no case, 1 capitalized, 2 in capitals, 3 begins with a digit. */
  readonly shape: number;
  /** What the vocabulary may know of it: the stem, then its beginning and endings. */
  readonly lexical: readonly string[];
}

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

const isFunction = (number: number): boolean => number < FUNCTION_CLASSES;
const isEnglish = (candidate: string): boolean => english.has(candidate);

/**
 * The form of each word. `native` words are looked up as English; of others only the function
 * words are known.
 */
export const formsOf = (words: readonly string[], native = readsAsEnglish(words)): Form[] => {
  const known = new Map<string, Form>();
  return words.map((word) => {
    const form = known.get(word) ?? formOf(word, native);
    known.set(word, form);
    return form;
  });
};

/**
 * A text is not read as English if its function words are more often those of other languages, or
 * if it has no Latin letter: German `die` and `war` are no deaths and battles.
 */
const readsAsEnglish = (words: readonly string[]): boolean => {
  const lower = words.map(normalized);
  const hits = (lists: ReadonlyMap<string, readonly number[]>): number =>
    lower.filter((word) => lists.get(word)?.some(isFunction)).length;
  return lower.some((word) => /[a-z]/.test(word)) && hits(english) >= hits(foreign);
};

const normalized = (word: string): string => word.toLowerCase().replaceAll('’', "'");

const formOf = (word: string, native: boolean): Form => {
  const lower = normalized(word);
  const root = native ? stem(lower, isEnglish) : lower;
  const all = native ? english.get(root) : (foreign.get(lower) ?? english.get(lower));
  const known = (native ? all : all?.filter(isFunction)) ?? [];
  return {
    stem: root,
    classes: known,
    kind: (known.find(isFunction) ?? CONTENT - 1) + 1,
    negation: known.includes(NEGATION),
    length: lengthOf(word),
    shape: shapeOf(word),
    lexical: native
      ? [root, `${lower.slice(0, 4)}-`, `-${lower.slice(-3)}`, `-${lower.slice(-2)}`]
      : [],
  };
};

/**
 * A Han character says about as much as three letters, a syllable of kana or Hangul as two; marks
 * (accents, tones, the vowel signs of Indic scripts) take no room of their own.
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
  if (/^\p{N}/u.test(word)) return 3;
  if (!/\p{Ll}/u.test(word) && /\p{Lu}\P{Lu}*\p{Lu}/u.test(word)) return 2;
  return /^[\p{Lu}\p{Lt}]/u.test(word) ? 1 : 0;
};
