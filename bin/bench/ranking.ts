/** A fresh process: measures the embedded model and the worst bodies, and prints the times as JSON. */
import { rankEmbedded } from '../../functions/emphasis/embedded.ts';
import { candidateWords } from '../../functions/emphasis/words.ts';
import { emphasizeCpu } from './emphasize-cpu.ts';
import { median } from './median.ts';
import { prose } from './prose.ts';
import { worstBodies } from './worst-bodies.ts';

/** What such a process prints. Times are in milliseconds. */
export interface RankingTimings {
  /** By text: how many words it has, and the times to find and to rank them. */
  readonly texts: Readonly<
    Record<string, { readonly words: number; readonly find: number; readonly rank: number }>
  >;
  /** The CPU time of each of the worst bodies. */
  readonly worst: Readonly<Record<string, number>>;
}

/** How often each work is repeated. During the first half, the compiler is still at work. */
const repeats = 100;

const timed = (work: () => unknown): number => {
  const times = Array.from({ length: repeats }, () => {
    const start = performance.now();
    work();
    return performance.now() - start;
  });
  return median(times.slice(repeats / 2));
};

const timesOf = (text: string) => {
  const words = candidateWords(text);
  return {
    words: words.length,
    find: timed(() => candidateWords(text)),
    rank: timed(() => rankEmbedded(text, words)),
  };
};

const timings: RankingTimings = {
  texts: {
    'a sentence': timesOf('The meeting moved to Thursday because of the storm.'),
    '10,000 characters': timesOf(prose),
  },
  worst: Object.fromEntries(
    Object.entries(worstBodies).map(([name, body]) => [name, emphasizeCpu(body, 5)]),
  ),
};
console.log(JSON.stringify(timings));
