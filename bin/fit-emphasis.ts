/**
 * Fits the embedded emphasis model to annotated texts of SemEval-2020 Task 10 (Shirani et al. 2020), and writes its
 * weights:
 *
 *     npm run fit -- path/to/train.tsv [path/to/more.tsv ...] [--output weights.json]
 *
 * Match_m is measured on the first file by five-fold cross-validation. The weights are then fitted to all files. The
 * same files give the same weights to the byte.
 */

import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { FIELD_ROWS } from '../functions/emphasis/embedded/feature-fields.ts';
import { vocabularyOf } from '../functions/emphasis/embedded/features.ts';
import { formsOf } from '../functions/emphasis/embedded/form.ts';
import type { Packed } from '../functions/emphasis/embedded/packed.ts';
import { salience } from '../functions/emphasis/embedded/salience.ts';
import { programOptions } from '../lib/tools/command-line/options.ts';
import { progress } from '../lib/tools/command-line/progress.ts';
import { type Example, merged, parse } from './fit-emphasis/data.ts';
import { lessonOf, vocabularyEntries } from './fit-emphasis/lessons.ts';
import { match } from './fit-emphasis/match-m.ts';
import { pack } from './fit-emphasis/pack.ts';
import { train } from './fit-emphasis/train.ts';

const PARTS = 5;
/** One network per seed. */
const SEEDS = [1, 2, 3];
const WEIGHTS = fileURLToPath(
  new URL('../functions/emphasis/embedded/weights.data.json', import.meta.url),
);

/** Reads a file, or prints its error and exits. */
const read = (path: string): ReturnType<typeof parse> => {
  try {
    return parse(readFileSync(path, 'utf8'));
  } catch (error) {
    console.error(`${path}: ${error instanceof Error ? error.message : error}`);
    process.exit(1);
  }
};

const { values, positionals } = programOptions({
  allowPositionals: true,
  options: { output: { type: 'string', default: WEIGHTS } },
});
if (positionals.length === 0) {
  console.error(
    'Usage: npm run fit -- path/to/train.tsv [path/to/more.tsv ...] [--output weights.json]',
  );
  process.exit(2);
}

const fitted = (examples: readonly Example[]): Packed => {
  const entries = vocabularyEntries(examples);
  const vocabulary = vocabularyOf(entries);
  const lessons = examples.map((example) => lessonOf(example, vocabulary));
  const networks = SEEDS.map((seed) => {
    const network = train(lessons, FIELD_ROWS + entries.length, seed);
    shown.step();
    return network;
  });
  return pack(networks, entries);
};

const partOf = ({ draw }: Example): number => Math.floor(PARTS * draw);

const files = positionals.map(read);
const [measured = []] = files;
const examples = merged(files.flat());

console.log(`${examples.length} texts to learn from, Match_m on ${measured.length} held back`);
console.log(['', 'Match_1', 'Match_2', 'Match_3', 'Match_4', 'mean'].join('\t'));
const report = (
  name: string,
  heldBack: readonly Example[],
  orders: readonly (readonly number[])[],
): void => {
  const matches = match(heldBack, orders);
  shown.clear();
  const mean = matches.reduce((sum, value) => sum + value, 0) / matches.length;
  console.log([name, ...matches.map((value) => value.toFixed(4)), mean.toFixed(4)].join('\t'));
};

/** The folds that have a text: with few texts, some have none. */
const parts = Array.from({ length: PARTS }, (_, part) => part).filter((part) =>
  measured.some((example) => partOf(example) === part),
);
const shown = progress((parts.length + 1) * SEEDS.length, 'networks');
const ranked = parts.map((part) => {
  const heldBack = measured.filter((example) => partOf(example) === part);
  const rank = salience(fitted(examples.filter((example) => partOf(example) !== part)));
  const served = heldBack.map(({ text, words }) => rank(text, words));
  const foreign = heldBack.map(({ text, words }) => {
    const forms = formsOf(
      words.map((word) => word.text),
      false,
    );
    return rank(text, words, forms);
  });
  report(`part ${part + 1}`, heldBack, served);
  return { heldBack, served, foreign };
});
const heldBack = ranked.flatMap((part) => part.heldBack);
report(
  'as served',
  heldBack,
  ranked.flatMap((part) => part.served),
);
report(
  'function words only',
  heldBack,
  ranked.flatMap((part) => part.foreign),
);

writeFileSync(values.output, `${JSON.stringify(fitted(examples), null, 2)}\n`);
