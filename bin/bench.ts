/**
 * Measures the functions beside baselines that do the same update with less: `npm run bench`.
 *
 * What counts is the ratio of two rows of one run: times differ between machines, and with what else
 * they are doing.
 */
import { statSync } from 'node:fs';
import type { RankingTimings, TextName } from './bench/ranking.ts';
import type { Timings } from './bench/requests.ts';
import { formatTable, median } from './bench/table.ts';
import { openWorkbench } from './bench/workbench.ts';

/** What is measured: one row of the table. Each is compared to the row `sdk`, and to `hand-signed`. */
const subjects = [
  { name: 'shout', source: 'functions/shout.ts', plain: false, sdk: 'plain SDK' },
  { name: 'emphasize', source: 'functions/emphasize.ts', plain: false, sdk: 'plain SDKs' },
  { name: 'plain SDK', source: 'bin/bench/plain-sdk.ts', plain: true, sdk: 'plain SDK' },
  { name: 'plain SDKs', source: 'bin/bench/plain-sdks.ts', plain: true, sdk: 'plain SDKs' },
  { name: 'hand-signed', source: 'bin/bench/hand-signed.ts', plain: true, sdk: 'plain SDK' },
  { name: 'hand-signed, lean', source: 'bin/bench/hand-signed.ts', plain: false, sdk: 'plain SDK' },
] as const;

/** Fresh processes per subject. */
const rounds = 25;
/** Requests in each; the compiler still works on the first half of them. */
const requests = 200;

const { bundle, send, countCalls, rank, close } = await openWorkbench();

const measured = [];
for (const { source, plain, ...subject } of subjects) {
  const path = await bundle(source, plain);
  const first = await countCalls(path, 1);
  const later = (await countCalls(path, 2)) - first;
  // In a window with one slot, the second request learns that none is left, and the third knows.
  const exhausted = (await countCalls(path, 3, 1)) - (await countCalls(path, 2, 1));
  measured.push({ ...subject, path, calls: [first, later, exhausted], timings: [] as Timings[] });
}
const rankings: RankingTimings[] = [];
for (let round = 0; round < rounds; round += 1) {
  rankings.push(await rank());
  for (const { path, timings } of measured) timings.push(await send(path, requests));
}
close();

/** Each row's times, round by round. */
const results = measured.map(({ name, sdk, path, calls, timings }) => ({
  name,
  sdk,
  cold: timings.map(({ cold }) => cold),
  warm: timings.map(({ warm }) => median(warm.slice(requests / 2))),
  kilobytes: statSync(path).size / 1000,
  calls,
}));
/** Compares within each round, which what else the machine does can change less than a whole run. */
const ratio = (time: 'cold' | 'warm', times: readonly number[], to: string): string => {
  const others = results.find(({ name }) => name === to)?.[time] ?? [];
  return median(times.map((value, round) => value / (others[round] ?? Number.NaN))).toFixed(2);
};

console.log(
  formatTable([
    ['', 'cold ms', '/SDK', '/signed', 'warm ms', '/SDK', '/signed', 'KB', 'DynamoDB calls'],
    ...results.map(({ name, sdk, cold, warm, kilobytes, calls }) => [
      name,
      median(cold).toFixed(1),
      ratio('cold', cold, sdk),
      ratio('cold', cold, 'hand-signed'),
      median(warm).toFixed(2),
      ratio('warm', warm, sdk),
      ratio('warm', warm, 'hand-signed'),
      kilobytes.toFixed(0),
      calls.join(' '),
    ]),
  ]),
);
console.log(`
Medians of ${rounds} rounds, each a fresh process per row. Cold: loading the bundle and answering the first
request. Warm: a later request. /SDK and /signed: the ratio to "plain SDK", or for emphasize to "plain SDKs"
(with Bedrock's client, too), and to "hand-signed" in a round. KB: the bundle. DynamoDB calls: of a first
request, of a later one, and of one whose key is known to be exhausted. The baselines are built without the
replacements of lib/bundling.ts, and "lean" with them.`);

/** A text's row: what is the same in each round, and the medians of what is not. */
const rankingRow = (name: TextName): readonly string[] => {
  const rows = rankings.map((texts) => texts[name]);
  return [
    name,
    String(rows[0]?.words),
    median(rows.map(({ find }) => find)).toFixed(2),
    median(rows.map(({ rank }) => rank)).toFixed(2),
  ];
};

console.log(`
${formatTable([
  ['embedded model', 'words', 'find ms', 'rank ms'],
  rankingRow('a sentence'),
  rankingRow('10,000 characters'),
])}

Medians of the same rounds, once warm. Find: reading the Markdown and dividing it into the words that can
be bold, whichever model ranks them. Rank: the embedded model.`);
