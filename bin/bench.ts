/**
 * Compares the functions with baselines that make the same calls: `npm run bench`. `-- --rounds 5` is shorter.
 *
 * Only ratios of two rows of one run mean something: times depend on the machine and on what else it does.
 */
import { statSync } from 'node:fs';
import { defaultStage } from '../lib/infrastructure/settings/stages.ts';
import { programOptions } from '../lib/tools/command-line/options.ts';
import { progress } from '../lib/tools/command-line/progress.ts';
import { tableText } from '../lib/tools/command-line/text.ts';
import { median, ratios } from './bench/median.ts';
import type { RankingTimings } from './bench/ranking.ts';
import type { Timings } from './bench/request-process.ts';
import { openWorkbench } from './bench/workbench.ts';
import { worstBodies } from './bench/worst-bodies.ts';

/** The rows of the first table. Each is compared to the row `sdk`, and to `hand-signed`. */
const subjects = [
  { name: 'shout', source: 'functions/endpoints/shout/handler.ts', sdk: 'plain SDK' },
  {
    name: 'shout on prod',
    source: 'functions/endpoints/shout/handler.ts',
    sdk: 'plain SDK, reading',
    stage: 'prod',
  },
  { name: 'emphasize', source: 'functions/endpoints/emphasize/handler.ts', sdk: 'plain SDKs' },
  { name: 'plain SDK', source: 'bin/bench/plain-sdk.ts', sdk: 'plain SDK' },
  {
    name: 'plain SDK, reading',
    source: 'bin/bench/plain-sdk-reading.ts',
    sdk: 'plain SDK, reading',
    stage: 'prod',
  },
  { name: 'plain SDKs', source: 'bin/bench/plain-sdks.ts', sdk: 'plain SDKs' },
  { name: 'hand-signed', source: 'bin/bench/hand-signed.ts', sdk: 'plain SDK' },
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

const { bundle, send, countCalls, rank, close } = await openWorkbench();

interface Row {
  readonly name: string;
  readonly sdk: string;
  /** The path of the bundle. */
  readonly path: string;
  readonly stage: string;
  /** Calls at init, of the first request, of a later one, and of one whose key is exhausted. */
  readonly calls: readonly number[];
  readonly timings: Timings[];
}

const measured: Row[] = [];
for (const { source, stage = defaultStage, ...names } of subjects) {
  const path = await bundle(source, source.startsWith('bin/'));
  const subject = { path, stage };
  const init = await countCalls(subject, 0);
  const first = (await countCalls(subject, 1)) - init;
  const later = (await countCalls(subject, 2)) - init - first;
  // In a window with one slot, the second request finds none left, and the third is answered from the cache.
  const exhausted = (await countCalls(subject, 3, 1)) - (await countCalls(subject, 2, 1));
  measured.push({ ...names, ...subject, calls: [init, first, later, exhausted], timings: [] });
}
const rankings: RankingTimings[] = [];
const { step } = progress(rounds, 'rounds');
for (let round = 0; round < rounds; round += 1) {
  rankings.push(await rank());
  for (const row of measured) row.timings.push(await send(row, requests));
  step();
}
close();

/** The cells of a time: its median, and its ratios to the row's SDK and to `hand-signed`. */
const cells = (row: Row, time: (timings: Timings) => number, digits = 0): readonly string[] => {
  const timesOf = (other?: Row) => other?.timings.map(time) ?? [];
  const ratioTo = (name: string) =>
    ratios(timesOf(row), timesOf(measured.find((other) => other.name === name))).toFixed(2);
  return [median(timesOf(row)).toFixed(digits), ratioTo(row.sdk), ratioTo('hand-signed')];
};
const compared = ['/SDK', '/signed'];

console.log(
  tableText([
    [
      ...['', 'init ms', ...compared, 'first ms', ...compared, 'both ms', ...compared],
      ...['warm CPU ms', ...compared, 'KB', 'DynamoDB calls'],
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
Medians of ${rounds} rounds, each a fresh process per row, over TLS. Init: loading the bundle, and priming. First: the
first request. Warm CPU: the CPU time of a later request. /SDK and /signed: the ratio to "plain SDK" and to
"hand-signed" in a round; emphasize is compared to "plain SDKs" (with Bedrock's client, too), and shout on prod to
"plain SDK, reading" (which also reads the account). KB: the bundle, of emphasize without the embedded model's data.
DynamoDB calls: at init, of a first request, of a later one, and of one whose key is known to be exhausted. The
baselines are built without the replacements of lib/infrastructure/settings/bundling.ts.
`);

const medianOf = (number: (ranking: RankingTimings) => number | undefined, digits: number) =>
  median(rankings.map((ranking) => number(ranking) ?? Number.NaN)).toFixed(digits);

console.log(
  tableText([
    ['embedded model', 'words', 'find ms', 'rank ms'],
    ...Object.keys(rankings[0]?.texts ?? {}).map((name) => [
      name,
      medianOf(({ texts }) => texts[name]?.words, 0),
      medianOf(({ texts }) => texts[name]?.find, 2),
      medianOf(({ texts }) => texts[name]?.rank, 2),
    ]),
  ]),
);
console.log('\nFind: finding the words that can be bold. Rank: ranking them. Both once warm.\n');

console.log(
  tableText([
    ['worst bodies', 'CPU ms', '× prose'],
    ...Object.keys(worstBodies).map((name) => [
      name,
      medianOf(({ worst }) => worst[name], 1),
      medianOf(({ worst }) => Number(worst[name]) / Number(worst.prose), 1),
    ]),
  ]),
);
console.log(
  '\nAll that emphasize does with a body of 10,000 characters, for both models, once warm.',
);
