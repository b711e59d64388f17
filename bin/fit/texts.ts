import { createHash } from 'node:crypto';
import { chosenCount } from '../../functions/emphasis/bold.ts';
import type { Word } from '../../functions/emphasis/model.ts';
import { candidateWords } from '../../functions/emphasis/words.ts';

/** A text that readers marked. */
export interface MarkedText {
  readonly text: string;
  readonly words: readonly Word[];
  /** For each word, how much it should be emphasized, in proportion. */
  readonly targets: readonly number[];
  readonly isSlogan: boolean;
  /** From 0 to 4. Equal texts are in the same fold. */
  readonly fold: number;
}

/** A text of SemEval-2020 Task 10. */
export interface Slogan extends MarkedText {
  /** For each word, the indexes of its tokens: `don't` has `do` and `n't`. */
  readonly tokens: readonly (readonly number[])[];
  /** For each token, the share of readers who emphasized it. */
  readonly shares: readonly number[];
  /** For each token, the readers' marks: `B`, `I` or, without emphasis, `O`. */
  readonly marks: readonly (readonly string[])[];
}

/** A line of everyday.jsonl. */
export interface EverydayText extends MarkedText {
  readonly language: string;
  /** The offsets of the words that readers ranked. */
  readonly ranges: readonly (readonly [start: number, end: number])[];
  /** For each reader, the best 40 % of the words by their indexes, the most important first. */
  readonly readers: readonly (readonly number[])[];
}

/**
 * Reads texts in the format of SemEval-2020 Task 10: a line per token, with the token in the second column, the
 * readers' marks in the third and its emphasis probability in the fifth, and an empty line between texts.
 *
 * @throws {Error} for a line without a probability from 0 to 1.
 */
export const readSlogans = (tsv: string): readonly Slogan[] =>
  tsv
    .trim()
    .split(/\n\s*\n/)
    .map((block) => {
      let text = '';
      const ends: number[] = [];
      const marks: string[][] = [];
      const shares = block.split('\n').map((line) => {
        const [, token = '', mark = '', , share = ''] = line.split('\t');
        text += /^(?:n't|'\w+|[,.!?;:…)\]%]|\.{3}|'')$/i.test(token) ? token : ` ${token}`;
        ends.push(text.length);
        marks.push(mark.split('|'));
        if (Number.parseFloat(share) >= 0 && Number(share) <= 1) return Number(share);
        throw new Error(`No probability from 0 to 1: ${line}`);
      });
      const words = candidateWords(text);
      const tokens = words.map(({ start, end }) =>
        [...ends.keys()].filter((at) => start < (ends[at] ?? 0) && (ends[at - 1] ?? 0) < end),
      );
      const most = tokens.map((own) => Math.max(...own.map((token) => shares[token] ?? 0)));
      const targets = most.map((share) => share ** 2);
      const fold = createHash('sha256').update(text.toLowerCase()).digest().readUInt32BE() % 5;
      return { text, words, tokens, shares, marks, targets, isSlogan: true, fold };
    });

/** Reads everyday.jsonl. In each language, the folds have equally many texts. */
export const readEveryday = (jsonl: string): readonly EverydayText[] => {
  const counts = new Map<string, number>();
  return jsonl
    .trim()
    .split('\n')
    .map((line) => {
      const { text, lang: language, words: ranges, readers } = JSON.parse(line);
      const words = candidateWords(text);
      const count = counts.get(language) ?? 0;
      counts.set(language, count + 1);
      const everyday = { text, words, language, ranges, readers, targets: [], isSlogan: false };
      const values = new Float64Array(ranges.length);
      for (const ratio of ratios) {
        const best = chosenCount(ranges.length, ratio);
        for (const at of readers.flatMap((reader: number[]) => reader.slice(0, best)))
          values[at] = (values[at] as number) + 1 / best;
      }
      // Between the sum and the mean of its parts: a joined word also takes the place of several.
      const targets = words.map((word) => {
        const parts = rangesIn(everyday, [word]);
        const sum = parts.reduce((total, at) => total + (values[at] as number), 0);
        return sum / Math.sqrt(Math.max(1, parts.length));
      });
      return { ...everyday, targets, fold: count % 5 };
    });
};

/** The readers' words, by their indexes, of which some are a part. */
const rangesIn = (
  { ranges }: Pick<EverydayText, 'ranges'>,
  words: readonly Word[],
): readonly number[] =>
  [...ranges.keys()].filter((at) => {
    const [start, end] = ranges[at] as readonly [number, number];
    return words.some((word) => start < word.end && word.start < end);
  });

/** The ratios at which {@link agreement} is measured. */
const ratios = [0.1, 0.2, 0.3, 0.4];

/**
 * How far a choice of words agrees with the readers: of the readers' words that are bold, the share that is among a
 * reader's first as many, the mean over readers and the ratios 0.1 to 0.4.
 */
export const agreement = async (
  text: EverydayText,
  choose: (ratio: number) => Promise<readonly Word[]> | readonly Word[],
): Promise<number> => {
  const shares: number[] = [];
  for (const ratio of ratios) {
    const bold = rangesIn(text, await choose(ratio));
    for (const reader of text.readers) shares.push(overlap(bold, reader));
  }
  return mean(shares);
};

/** How far each reader agrees with the others. */
export const agreementOfReaders = ({ ranges, readers }: EverydayText): number =>
  mean(
    ratios.flatMap((ratio) =>
      readers.flatMap((reader) => {
        const best = reader.slice(0, chosenCount(ranges.length, ratio));
        return readers.flatMap((another) => (another === reader ? [] : overlap(best, another)));
      }),
    ),
  );

const overlap = (bold: readonly number[], reader: readonly number[]): number => {
  const best = new Set(reader.slice(0, bold.length));
  return bold.filter((at) => best.has(at)).length / Math.max(1, bold.length);
};

/**
 * Match_m of SemEval-2020 Task 10 (Shirani et al. 2020, section 4), the mean of m from 1 to 4: of texts of more than m
 * tokens, the share of the ranking's first m that are among the m most emphasized, where equals all count. Tokens
 * rank like their word, punctuation last. `orders` has each text's words by index, the best first.
 */
export const matchM = (
  texts: readonly Pick<Slogan, 'tokens' | 'shares'>[],
  orders: readonly (readonly number[])[],
) => {
  const hits = [1, 2, 3, 4].map((m) =>
    texts.flatMap(({ shares, tokens }, text) => {
      const least = shares.toSorted((a, b) => b - a)[m - 1] ?? 0;
      const ranked = orders[text]?.flatMap((word) => tokens[word] ?? []) ?? [];
      const best = [...new Set([...ranked, ...shares.keys()])].slice(0, m);
      return shares.length > m ? best.map((token) => Number((shares[token] ?? 0) >= least)) : [];
    }),
  );
  return mean(hits.map(mean));
};

export const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;
