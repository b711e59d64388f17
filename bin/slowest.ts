/**
 * Looks for the bodies that take the most CPU time: `npm run slowest`. They are put together from fragments
 * at random, and the search goes on from the slowest. What it finds worst belongs into
 * `bin/slowest/worst.ts`, by which a test holds the functions to their bound.
 *
 * `-- --seconds N` searches for so long (20), `--seed N` in another way, and `--json` prints what a program
 * can read. `--seconds 0` only measures the bodies that are known.
 */

import { parseArgs } from 'node:util';
import { maxCharacters, maxCharactersText } from '../functions/http/body-size.ts';
import { random } from './fit-emphasis/random.ts';
import { climb, type Measured, settled } from './slowest/climb.ts';
import { fragments } from './slowest/fragments.ts';
import { startMeter, timeout } from './slowest/meter.ts';
import { type Body, inWords, plain, sent } from './slowest/recipes.ts';
import { worst } from './slowest/worst.ts';

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '20' },
    seed: { type: 'string', default: '1' },
    json: { type: 'boolean', default: false },
  },
});

const { meter, close } = startMeter();
const yardstick = await meter(sent(plain), 5);

const alone = (makes: Body['makes']): readonly Body[] =>
  fragments.map((fragment) => ({ makes, recipe: [[fragment, maxCharacters]] }));
const knownOf = (makes: Body['makes']): readonly Body[] =>
  worst.filter((body) => body.makes === makes);
/** Where searches begin, and their shares of the time. Broken JSON is soon done with, so it gets little. */
const searches: readonly (readonly [readonly Body[], number])[] = [
  [knownOf('text'), 0.3],
  [alone('text'), 0.5],
  [[...knownOf('body'), ...alone('body')], 0.2],
];

const milliseconds = Number(values.seconds) * 1000;

const search = async (): Promise<readonly Measured[]> => {
  const next = random(Number(values.seed));
  const found: Measured[] = [];
  for (const [start, share] of searches) {
    const end = Date.now() + share * milliseconds;
    const isOver = () => Date.now() >= end;
    found.push(...(await climb(start, meter, next, isOver, progress)));
  }
  return settled(found);
};

const measureKnown = async (): Promise<readonly Measured[]> => {
  const known: Measured[] = [];
  for (const body of worst) known.push({ body, time: await meter(sent(body), 2) });
  return known;
};

const results = await (milliseconds > 0 ? search() : measureKnown());
await close();

if (values.json) {
  console.log(JSON.stringify({ plain: yardstick, results }));
} else {
  progress();
  console.log(
    `A plain text of ${maxCharactersText} characters: ${yardstick.toFixed(0)} ms of CPU\n`,
  );
  console.log('     ms  × plain  makes: fragments');
  for (const { body, time } of results) {
    const shown = time >= timeout ? `>${timeout}` : time.toFixed(0);
    console.log(
      `${shown.padStart(7)}  ${(time / yardstick).toFixed(1).padStart(7)}  ${inWords(body)}`,
    );
  }
}

/** Says on a terminal how far the search is; without a word, clears the line. */
function progress(measured = 0, slowest?: Measured): void {
  if (!process.stderr.isTTY) return;
  const line = slowest
    ? `${measured} bodies, the slowest ${slowest.time.toFixed(0)} ms: ${inWords(slowest.body)}`
    : '';
  process.stderr.write(`\r\x1b[K${line.slice(0, (process.stderr.columns ?? 80) - 1)}`);
}
