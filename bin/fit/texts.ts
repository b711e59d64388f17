import { createHash } from 'node:crypto';
import type { Word } from '../../functions/emphasis/model.ts';
import { candidateWords } from '../../functions/emphasis/words.ts';

/** A text whose tokens were marked by readers. */
export interface MarkedText {
  readonly text: string;
  readonly words: readonly Word[];
  /** For each word, the indexes of its tokens: `don't` has `do` and `n't`. */
  readonly tokens: readonly (readonly number[])[];
  /** For each token, the share of readers who emphasized it. */
  readonly shares: readonly number[];
  /** From 0 to 4. Equal texts are in the same fold. */
  readonly fold: number;
}

/**
 * Reads texts in the format of SemEval-2020 Task 10: a line per token, with the token in the second column and its
 * emphasis probability in the fifth, and an empty line between texts.
 *
 * @throws {Error} for a line without a probability from 0 to 1.
 */
export const readTexts = (tsv: string): readonly MarkedText[] => {
  const blocks = tsv.trim().split(/\n\s*\n/);
  return blocks.map((block) => {
    let text = '';
    const ends: number[] = [];
    const shares = block.split('\n').map((line) => {
      const [, token = '', , , share = ''] = line.split('\t');
      text += /^(n't|'\w+)$/i.test(token) ? token : ` ${token}`;
      ends.push(text.length);
      if (Number.parseFloat(share) >= 0 && Number(share) <= 1) return Number(share);
      throw new Error(`No probability from 0 to 1: ${line}`);
    });
    const words = candidateWords(text);
    const tokens = words.map(({ start, end }) =>
      [...ends.keys()].filter((at) => start < (ends[at] ?? 0) && (ends[at - 1] ?? 0) < end),
    );
    const fold = createHash('sha256').update(text.toLowerCase()).digest().readUInt32BE() % 5;
    return { text, words, tokens, shares, fold };
  });
};

/**
 * Match_m of SemEval-2020 Task 10 (Shirani et al. 2020, section 4), the mean of m from 1 to 4: of texts of more than m
 * tokens, the share of the ranking's first m that are among the m most emphasized, where equals all count. Tokens
 * rank like their word, punctuation last. `orders` has each text's words by index, the best first.
 */
export const matchM = (texts: readonly MarkedText[], orders: readonly (readonly number[])[]) => {
  const hits = [1, 2, 3, 4].map((m) =>
    texts.flatMap(({ shares, tokens }, text) => {
      const least = shares.toSorted((a, b) => b - a)[m - 1] ?? 0;
      const ranked = orders[text]?.flatMap((word) => tokens[word] ?? []) ?? [];
      const first = [...new Set([...ranked, ...shares.keys()])].slice(0, m);
      return shares.length > m ? first.map((token) => Number((shares[token] ?? 0) >= least)) : [];
    }),
  );
  return mean(hits.map(mean));
};
const mean = (all: readonly number[]) => all.reduce((sum, one) => sum + one, 0) / all.length;
