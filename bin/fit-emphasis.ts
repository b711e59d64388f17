/**
 * Fits the embedded emphasis model to marked texts and writes its weights:
 *
 *     npm run fit -- path/to/train.tsv [weights.ts]
 *
 * The texts are those of SemEval-2020 Task 10 (Shirani et al. 2020): a token a line, a blank line
 * between texts. A fifth of them, drawn by the letters of the text, is held back: nothing is learned
 * from it, and Match_m is measured on it with the very weights that are written. The same texts give
 * the same weights to the byte.
 */

import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { vocabularyOf } from '../functions/emphasis/embedded/features.ts';
import { FIELD_ROWS } from '../functions/emphasis/embedded/fields.ts';
import { formsOf } from '../functions/emphasis/embedded/form.ts';
import { pack } from '../functions/emphasis/embedded/packed.ts';
import { salience } from '../functions/emphasis/embedded/salience.ts';
import { parse } from './fit-emphasis/data.ts';
import { lessonOf, vocabularyEntries } from './fit-emphasis/lessons.ts';
import { match } from './fit-emphasis/match.ts';
import { train } from './fit-emphasis/train.ts';

const HELD_BACK = 0.2;
const SEED = 1;
const WEIGHTS = fileURLToPath(
  new URL('../functions/emphasis/embedded/weights.ts', import.meta.url),
);

const [source, target = WEIGHTS] = process.argv.slice(2);
if (source === undefined) {
  console.error('Usage: npm run fit -- path/to/train.tsv [weights.ts]');
  process.exit(2);
}

const examples = parse(readFileSync(source, 'utf8'));
const known = examples.filter(({ draw }) => draw >= HELD_BACK);
const heldBack = examples.filter(({ draw }) => draw < HELD_BACK);

const entries = vocabularyEntries(known);
const vocabulary = vocabularyOf(entries);
const lessons = known.map((example) => lessonOf(example, vocabulary));
const packed = pack(train(lessons, FIELD_ROWS + entries.length, SEED), entries);

const head = '// Written by bin/fit-emphasis.ts; do not edit.';
const type = "import type { Packed } from './packed.ts';";
const body = `export const weights: Packed = ${JSON.stringify(packed, null, 2)};`;
writeFileSync(target, [head, type, '', body, ''].join('\n'));

const rank = salience(packed);
const report = (name: string, native?: boolean): void => {
  const orders = heldBack.map(({ text, words }) =>
    rank(
      text,
      words,
      native === undefined
        ? undefined
        : formsOf(
            words.map((word) => word.text),
            native,
          ),
    ),
  );
  const values = match(heldBack, orders);
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  console.log([name, ...values.map((value) => value.toFixed(4)), mean.toFixed(4)].join('\t'));
};
console.log(`${known.length} texts to learn from, ${heldBack.length} held back`);
console.log('\tMatch_1\tMatch_2\tMatch_3\tMatch_4\tmean');
report('as served');
report('function words only', false);
