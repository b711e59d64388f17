/**
 * Unicode's full default case mappings, independent of locale (The Unicode Standard, section 3.13, and
 * SpecialCasing.txt): `ß` becomes `SS`, a word-final `Σ` becomes `ς`.
 */

export interface CaseMapping {
  readonly result: string;
  /** The number of code points of the text that the mapping changes. */
  readonly characters_amplified: number;
}

export const uppercase = (text: string): CaseMapping => ({
  result: text.toUpperCase(),
  characters_amplified: count(text, /\p{Changes_When_Uppercased}/gu),
});

export const lowercase = (text: string): CaseMapping => ({
  result: text.toLowerCase(),
  characters_amplified: count(text, /\p{Changes_When_Lowercased}/gu),
});

const count = (text: string, characters: RegExp): number => text.match(characters)?.length ?? 0;
