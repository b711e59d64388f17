/** The properties of a word by itself, whatever its neighbours. */
import type { Word } from '../model.ts';
import { languages } from '../negation.ts';
import { plainSpelling } from '../spelling.ts';

// Separate files of the bundle: see embedded.ts.
const { default: lexicon } = await import('./lexicon.data.json', { with: { type: 'json' } });
const { default: foreignLexicon } = await import('./foreign.data.json', { with: { type: 'json' } });

/** The classes of the lexicon, by number; those of function words come first. */
export const classes = Object.keys(lexicon);
const FUNCTION_CLASSES = classes.indexOf('adverb') + 1;

/** The kinds of a word: 0 for no word, then the classes of function words, then content. */
export const kinds = ['none', ...classes.slice(0, FUNCTION_CLASSES), 'content'];
export const CONTENT = kinds.length - 1;
export const NEGATION = kinds.indexOf('negation');

/** What a word looks like. The first pattern that it matches counts. */
const patternsByShape = {
  'lower case': /^[\p{Ll}'’]{2,}$/u,
  'one digit': /^\p{N}$/u,
  'two digits': /^\p{N}{2}$/u,
  year: /^(?:19|20)\d\d$/,
  number: /^\p{N}+$/u,
  'number with marks': /^\p{N}[\p{N}\p{P}]*$/u,
  'number with letters': /^\p{N}/u,
  'letters with a number': /\p{N}/u,
  'joined, capitalized': /^\p{Lu}.*[-‐–/&+]/u,
  joined: /[-‐–/&+]/,
  'kanji with kana': /^[\p{Script=Han}\p{Script=Katakana}].*\p{Script=Hiragana}/u,
  katakana: /\p{Script=Katakana}/u,
  'one Han character': /^\p{Script=Han}$/u,
  'two Han characters': /^\p{Script=Han}{2}$/u,
  Han: /\p{Script=Han}/u,
  'one hiragana': /^\p{Script=Hiragana}$/u,
  hiragana: /\p{Script=Hiragana}/u,
  capitals: /^[^\p{Ll}\p{Lu}]*\p{Lu}[^\p{Ll}\p{Lu}]*\p{Lu}\P{Ll}*$/u,
  mixed: /\p{Ll}\p{Lu}|[._]/u,
  'one capital': /^\p{Lu}$/u,
  capitalized: /^[\p{Lu}\p{Lt}]/u,
  'one letter': /^.$/u,
  'other letters': /^/,
};
/** The names of the shapes, by number. */
export const shapes = Object.keys(patternsByShape);
const patterns = Object.values(patternsByShape);

export interface Form {
  readonly spelling: string;
  readonly classes: readonly number[];
  readonly kind: number;
  /** Its length in letters of an alphabet, roughly. */
  readonly length: number;
  /** Its first match among the {@link shapes}. */
  readonly shape: number;
  /** Its keys in the vocabulary: the spelling, then its beginning and endings. */
  readonly lexical: readonly string[];
}

const { English, ...foreignNegations } = languages;

/** The most common words of other languages, with the classes of their English counterparts. */
const foreignWords: Readonly<Record<string, string>> = {
  ...foreignLexicon,
  negation: Object.values(foreignNegations)
    .flatMap(({ negations, prohibitions = [] }) => [negations].concat(prohibitions))
    .join(' '),
};

/** The classes of each word. For a function word, the first one is a class of function words. */
const byWord = (lists: Readonly<Record<string, string>>): ReadonlyMap<string, number[]> => {
  const entries = new Map<string, number[]>();
  for (const [name, list] of Object.entries(lists)) {
    for (const word of list.split(' ')) {
      entries.set(word, [...new Set([...(entries.get(word) ?? []), classes.indexOf(name)])]);
    }
  }
  return entries;
};
const english = byWord({
  ...lexicon,
  negation: `${lexicon.negation} ${English?.negations}`,
});
const foreign = byWord(foreignWords);

const isFunction = (number: number | undefined): boolean =>
  number !== undefined && number < FUNCTION_CLASSES;

/** The form of each word. In a text that is not read as English, only common words are known. */
export const wordForms = (words: readonly Pick<Word, 'text'>[]): readonly Form[] => {
  // Equal words share a form: a text may repeat one word thousands of times.
  const spellings = new Map(words.map(({ text }) => [text, '']));
  for (const word of spellings.keys()) spellings.set(word, plainSpelling(word));
  const native = readsAsEnglish(words.map(({ text }) => spellings.get(text) as string));
  const forms = new Map<string, Form>();
  for (const [word, spelling] of spellings) forms.set(word, wordForm(word, spelling, native));
  return words.map(({ text }) => forms.get(text) as Form);
};

/** Writes English contractions with their apostrophe: `dont` as `don't`. */
const withContraction = (lower: string): string =>
  lower.replace(
    /^(ai|are|ca|could|did|do|does|had|has|have|is|must|need|should|was|were|wo|would)nt$/,
    "$1n't",
  );

/**
 * Whether a text is read as English: not if its function words are more often those of other languages, or if
 * it has no Latin letter. German `die` and `war` are neither deaths nor battles.
 *
 * @param lower - its words, in lower case.
 */
const readsAsEnglish = (lower: readonly string[]): boolean => {
  let surplus = 0;
  for (const word of lower) {
    if (isFunction(english.get(withContraction(word))?.[0])) surplus += 1;
    if (isFunction(foreign.get(word)?.[0])) surplus -= 1;
  }
  return surplus >= 0 && lower.some((word) => /[a-z]/.test(word));
};

const wordForm = (word: string, lower: string, native: boolean): Form => {
  const spelling = native ? withContraction(lower) : lower;
  const known =
    (native
      ? english.get(spelling)
      : (foreign.get(lower) ?? english.get(lower)?.filter(isFunction))) ?? [];
  return {
    spelling,
    classes: known,
    kind: isFunction(known[0]) ? (known[0] as number) + 1 : CONTENT,
    length: wordLength(word),
    shape: patterns.findIndex((pattern) => pattern.test(word)),
    lexical: native
      ? [spelling, `${lower.slice(0, 4)}-`, `-${lower.slice(-3)}`, `-${lower.slice(-2)}`]
      : [],
  };
};

/**
 * A Han character counts as three letters, a syllable of kana or Hangul as two; marks (accents, tones, Indic
 * vowel signs) as none.
 */
const wordLength = (word: string): number => {
  if (/^[a-z']*$/i.test(word)) return word.length;
  let length = 0;
  for (const character of word) {
    if (/\p{Script=Han}/u.test(character)) length += 3;
    else if (/[\p{Script=Hira}\p{Script=Kana}\p{Script=Hang}]/u.test(character)) length += 2;
    else if (!/\p{M}/u.test(character)) length += 1;
  }
  return length;
};
