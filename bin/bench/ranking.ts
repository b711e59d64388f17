/**
 * A fresh process: finds the words of a sentence and of a text as long as a request may be, has the
 * embedded model rank them, and prints how long that took.
 */

import { rankEmbedded } from '../../functions/emphasis/embedded.ts';
import { candidateWords } from '../../functions/emphasis/words.ts';
import { prose } from './prose.ts';
import { median } from './table.ts';

/** What such a process prints, as JSON, for each text. Times are in milliseconds. */
export type RankingTimings = Readonly<
  Record<
    TextName,
    {
      readonly words: number;
      /** Finding the words: reading the Markdown, and dividing it. */
      readonly find: number;
      /** Ranking them. */
      readonly rank: number;
    }
  >
>;

/** What the texts are called. */
export type TextName = 'a sentence' | '10,000 characters';

const texts = {
  'a sentence': 'The meeting moved to Thursday because of the storm.',
  '10,000 characters': prose,
} as const satisfies Record<TextName, string>;

/** Turns of each work; the compiler still works on the first half of them. */
const turns = 100;

const timed = (work: () => unknown): number => {
  const times = Array.from({ length: turns }, () => {
    const start = performance.now();
    work();
    return performance.now() - start;
  });
  return median(times.slice(turns / 2));
};

const measured = Object.entries(texts).map(([name, text]) => {
  const words = candidateWords(text);
  const find = timed(() => candidateWords(text));
  const rank = timed(() => rankEmbedded(text, words));
  return [name, { words: words.length, find, rank }];
});
console.log(JSON.stringify(Object.fromEntries(measured) satisfies RankingTimings));
