/**
 * Compares the functions with baselines that make the same calls: `npm run bench`. `-- --rounds 5` is shorter.
 *
 * Only ratios of two rows of one run mean something: times depend on the machine and on what else it does.
 */
import { statSync } from 'node:fs';
import { programOptions, tableText } from '../lib/settings/command-line.ts';
import type { Timings } from './bench/request-process.ts';
import { bundle, countCalls, send } from './bench/workbench.ts';

/** The rows of the table. `sdk` names the row that a row is compared to. */
const subjects = [
  { name: 'shout', source: 'functions/endpoints/shout/handler.ts', sdk: 'plain SDK' },
  { name: 'emphasize', source: 'functions/endpoints/emphasize/handler.ts', sdk: 'plain SDKs' },
  { name: 'plain SDK', source: 'bin/bench/plain-shout.ts', sdk: 'plain SDK' },
  { name: 'plain SDKs', source: 'bin/bench/plain-emphasize.ts', sdk: 'plain SDKs' },
];

const { values } = programOptions({ options: { rounds: { type: 'string', default: '15' } } });
/** Fresh processes per row. */
const rounds = Number(values.rounds);
if (!Number.isInteger(rounds) || rounds < 1) {
  console.error(`--rounds must be a whole number from 1, not "${values.rounds}".`);
  process.exit(2);
}
/** Requests in each. */
const requests = 600;

const measured = await Array.fromAsync(subjects, async ({ source, ...names }) => {
  const path = await bundle(source, source.startsWith('bin/'));
  const init = await countCalls(path, 0);
  const first = (await countCalls(path, 1)) - init;
  const later = (await countCalls(path, 2)) - init - first;
  // In a window with one slot, the second request finds none left, and the third is answered from the cache.
  const exhausted = (await countCalls(path, 3, 1)) - (await countCalls(path, 2, 1));
  const timings: Timings[] = [];
  return { ...names, path, calls: [init, first, later, exhausted], timings };
});
type Row = (typeof measured)[number];

for (let round = 1; round <= rounds; round += 1) {
  for (const row of measured) row.timings.push(await send(row.path, requests));
  console.error(`${round} of ${rounds} rounds`);
}

/** The middle value; of an even number of values, the upper of the two in the middle. */
const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

/** The cells of a time: its median, and the median ratio to the row's SDK in the same round. */
const cells = (row: Row, time: (timings: Timings) => number, digits = 0): readonly string[] => {
  const times = row.timings.map(time);
  const others = measured.find(({ name }) => name === row.sdk)?.timings.map(time) ?? [];
  const ratios = times.map((value, round) => value / (others[round] ?? Number.NaN));
  return [median(times).toFixed(digits), median(ratios).toFixed(2)];
};

console.log(
  tableText([
    [
      ...['', 'init ms', '/SDK', 'first ms', '/SDK', 'both ms', '/SDK'],
      ...['warm ms', '/SDK', 'KB', 'DynamoDB calls'],
    ],
    ...measured.map((row) => [
      row.name,
      ...cells(row, ({ init }) => init),
      ...cells(row, ({ first }) => first),
      ...cells(row, ({ init, first }) => init + first),
      ...cells(row, ({ warm }) => warm, 2),
      (statSync(row.path).size / 1000).toFixed(0),
      row.calls.join(' '),
    ]),
  ]),
);
console.log(`
Medians of CPU time in ${rounds} rounds, each a fresh process per row, over TLS. Init: loading the bundle, and the warm-up.
First: the first request. Warm: a later request. /SDK: the ratio to "plain SDK", for emphasize to "plain SDKs",
with Bedrock's client, too. KB: the bundle, of emphasize without the embedded model's data. DynamoDB calls: at init, of a
first request, of a later one, and of one whose key is known to be exhausted. The baselines have the SDK as it is, built
for Node.
`);
// The stand-in would keep the process alive.
process.exit();
