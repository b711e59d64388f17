import { hash } from 'node:crypto';
import { chosenCount } from '../../functions/emphasis/bold.ts';
import type { Word } from '../../functions/emphasis/model.ts';
import { candidateWords } from '../../functions/emphasis/words.ts';

type Range = Pick<Word, 'start' | 'end'>;

/** A text that readers marked. */
export interface MarkedText {
  readonly text: string;
  /** Of an everyday text. */
  readonly language?: string;
  readonly words: readonly Word[];
  /** For each word, how much it should be emphasized, in proportion. */
  readonly targets: readonly number[];
  /** What readers marked: words, or the tokens of a slogan, such as `do` and `n't`. */
  readonly units: readonly Range[];
  /** For each reader, the marked units by their indexes; in everyday texts, the most important first. */
  readonly readers: readonly (readonly number[])[];
  /** From 0 to 4. Equal texts are in the same fold. */
  readonly fold: number;
}

/**
 * Reads texts in the format of SemEval-2020 Task 10: a line per token, with the token in the second column and the
 * readers' marks in the third (`B`, `I` or, without emphasis, `O`), and an empty line between texts.
 *
 * @throws {Error} for a line without marks.
 */
export const readSlogans = (tsv: string): readonly MarkedText[] =>
  tsv
    .trim()
    .split(/\n\s*\n/)
    .map((block) => {
      let text = '';
      const units: Range[] = [];
      const marks = block.split('\n').map((line) => {
        const [, token = '', mark = ''] = line.split('\t');
        if (!/^[BIO](?:\|[BIO])*$/.test(mark)) throw new Error(`No marks of readers: ${line}`);
        const start = text.length;
        text += /^(?:n't|'\w+|[,.!?;:…)\]%]|\.{3}|'')$/i.test(token) ? token : ` ${token}`;
        units.push({ start, end: text.length });
        return mark.split('|');
      });
      const readers = (marks[0] ?? []).map((_, reader) =>
        [...units.keys()].filter((unit) => marks[unit]?.[reader] !== 'O'),
      );
      const words = candidateWords(text);
      const shares = markedShares(units, readers);
      const targets = words.map(
        (word) => Math.max(...unitsIn(units, [word]).map((unit) => shares[unit] as number)) ** 2,
      );
      const fold = hash('sha256', text.toLowerCase(), 'buffer').readUInt32BE() % 5;
      return { text, words, targets, units, readers, fold };
    });

/** Reads everyday.jsonl. In each language, the folds have equally many texts. */
export const readEveryday = (jsonl: string): readonly MarkedText[] => {
  const counts: Record<string, number> = {};
  return jsonl
    .trim()
    .split('\n')
    .map((line) => {
      const { text, lang: language, words: ranges, readers } = JSON.parse(line);
      const words = candidateWords(text);
      const units: Range[] = ranges.map(([start, end]: number[]) => ({ start, end }));
      const bests = ratios.map((ratio) => chosenCount(units.length, ratio));
      const values = units.map((_, unit) =>
        sum(
          bests.flatMap((best) =>
            readers.map((reader: number[]) => Number(reader.slice(0, best).includes(unit)) / best),
          ),
        ),
      );
      // Between the sum and the mean of its parts: a joined word also takes the place of several.
      const targets = words.map((word) => {
        const parts = unitsIn(units, [word]);
        return sum(parts.map((part) => values[part] as number)) / Math.sqrt(parts.length || 1);
      });
      counts[language] = (counts[language] ?? -1) + 1;
      return { text, language, words, targets, units, readers, fold: counts[language] % 5 };
    });
};

/** For each unit, the share of readers who marked it. */
export const markedShares = (units: readonly Range[], readers: MarkedText['readers']) =>
  units.map((_, unit) => mean(readers.map((reader) => Number(reader.includes(unit)))));

/** The indexes of the units of which some part is in one of the ranges. */
export const unitsIn = (units: readonly Range[], ranges: readonly Range[]): readonly number[] =>
  [...units.keys()].filter((unit) => {
    const { start, end } = units[unit] as Range;
    return ranges.some((range) => start < range.end && range.start < end);
  });

/** The ratios at which {@link agreement} is measured. */
export const ratios = [0.1, 0.2, 0.3, 0.4];

/**
 * How far bold units agree with the readers: the share that is among a reader's first as many, the mean over readers
 * and {@link ratios}.
 *
 * @param bold - for each ratio, the units by their indexes.
 */
export const agreement = (readers: MarkedText['readers'], bold: MarkedText['readers']) =>
  mean(
    bold.flatMap((units) =>
      readers.map((reader) => {
        const best = reader.slice(0, units.length);
        return units.filter((unit) => best.includes(unit)).length / Math.max(1, units.length);
      }),
    ),
  );

/** For each unit of a slogan, its score, and the share of readers who marked it. */
export type Match = readonly [scores: readonly number[], shares: readonly number[]];

/**
 * Match_m of SemEval-2020 Task 10 (Shirani et al. 2020, section 4), the mean of m from 1 to 4: of texts of more than m
 * units, the share of the m with the highest scores that are among the m which most readers marked, where equals all
 * count.
 */
export const matchM = (slogans: readonly Match[]): number => {
  const matches = [1, 2, 3, 4].map((m) =>
    slogans.flatMap(([scores, shares]) => {
      const least = shares.toSorted((a, b) => b - a)[m - 1] as number;
      const best = [...scores.keys()].sort((a, b) => Number(scores[b]) - Number(scores[a]));
      return shares.length > m
        ? best.slice(0, m).map((at) => Number(Number(shares[at]) >= least))
        : [];
    }),
  );
  return mean(matches.map(mean));
};

export const sum = (values: readonly number[]): number =>
  values.reduce((total, value) => total + value, 0);
export const mean = (values: readonly number[]): number => sum(values) / values.length;
