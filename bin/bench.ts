/**
 * Measures the functions beside baselines that do the same update with less: `npm run bench`. `-- --rounds 5`
 * makes it short; `-- --ric path/to/aws-lambda-ric` adds a table under Lambda's own runtime client.
 *
 * What counts is the ratio of two rows of one run: times differ between machines, and with what else
 * they are doing.
 */
import { statSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { progress } from '../lib/operator/progress.ts';
import { defaultStage } from '../lib/settings/stages.ts';
import type { RankingTimings, TextName } from './bench/ranking.ts';
import type { Timings } from './bench/request-process.ts';
import type { LambdaTimings } from './bench/runtime.ts';
import { type Wire, wires } from './bench/stand-in.ts';
import { formatTable, median, ratios } from './bench/table.ts';
import { openWorkbench } from './bench/workbench.ts';

/** What is measured: one row of each table. Each is compared to the row `sdk`, and to `hand-signed`. */
const subjects = [
  { name: 'shout', source: 'functions/shout/handler.ts', sdk: 'plain SDK' },
  {
    name: 'shout on prod',
    source: 'functions/shout/handler.ts',
    sdk: 'plain SDK, reading',
    stage: 'prod',
  },
  { name: 'emphasize', source: 'functions/emphasize/handler.ts', sdk: 'plain SDKs' },
  { name: 'plain SDK', source: 'bin/bench/plain-sdk.ts', sdk: 'plain SDK' },
  {
    name: 'plain SDK, reading',
    source: 'bin/bench/plain-sdk-reading.ts',
    sdk: 'plain SDK, reading',
    stage: 'prod',
  },
  { name: 'plain SDKs', source: 'bin/bench/plain-sdks.ts', sdk: 'plain SDKs' },
  { name: 'Hono and Zod', source: 'bin/bench/hono.ts', sdk: 'plain SDK' },
  { name: 'hand-signed', source: 'bin/bench/hand-signed.ts', sdk: 'plain SDK' },
];

const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '15' }, ric: { type: 'string' } },
});
/** Fresh processes per row and wire. */
const rounds = Number(values.rounds);
if (!Number.isInteger(rounds) || rounds < 1) {
  console.error(`--rounds must be a whole number from 1, not "${values.rounds}".`);
  process.exit(2);
}
/** Requests in each. */
const requests = 600;

const { bundle, send, countCalls, sendInLambda, rank, close } = await openWorkbench();

/** A row, as far as it is measured. */
interface Row {
  readonly name: string;
  readonly sdk: string;
  /** The bundle. */
  readonly path: string;
  readonly stage: string;
  /** Calls at init, of the first request, of a later one, and of one whose key is exhausted. */
  readonly calls: readonly number[];
  readonly timings: Readonly<Record<Wire, Timings[]>>;
  readonly inLambda: LambdaTimings[];
}

const measured: Row[] = [];
for (const { source, stage = defaultStage, ...names } of subjects) {
  const path = await bundle(source, source.startsWith('bin/'));
  const subject = { path, stage };
  const init = await countCalls(subject, 0);
  const first = (await countCalls(subject, 1)) - init;
  const later = (await countCalls(subject, 2)) - init - first;
  // In a window with one slot, the second request learns that none is left, and the third knows.
  const exhausted = (await countCalls(subject, 3, 1)) - (await countCalls(subject, 2, 1));
  const calls = [init, first, later, exhausted];
  measured.push({ ...names, ...subject, calls, timings: { TLS: [], HTTP: [] }, inLambda: [] });
}
const rankings: RankingTimings[] = [];
const { step } = progress(rounds, 'rounds');
for (let round = 0; round < rounds; round += 1) {
  rankings.push(await rank());
  for (const wire of wires) {
    for (const row of measured) row.timings[wire].push(await send(row, requests, wire));
  }
  if (values.ric) {
    for (const row of measured) row.inLambda.push(await sendInLambda(values.ric, row));
  }
  step();
}
close();

/**
 * The cells of a time: its median, and its ratios to the row's SDK and to `hand-signed`.
 *
 * @param timeOf - a row's times, round by round.
 */
const cells = (
  row: Row,
  timeOf: (row: Row) => readonly number[],
  digits = 0,
): readonly string[] => {
  const times = timeOf(row);
  const to = (name: string) => {
    const other = measured.find((candidate) => candidate.name === name);
    return ratios(times, other ? timeOf(other) : []).toFixed(2);
  };
  return [median(times).toFixed(digits), to(row.sdk), to('hand-signed')];
};
const compared = ['/SDK', '/signed'];

for (const wire of wires) {
  console.log(
    formatTable([
      [
        wire === 'TLS' ? 'over TLS' : 'over plain HTTP',
        ...['init ms', ...compared, 'first ms', ...compared, 'both ms', ...compared],
        ...['warm CPU ms', ...compared, 'KB', 'DynamoDB calls'],
      ],
      ...measured.map((row) => [
        row.name,
        ...cells(row, ({ timings }) => timings[wire].map(({ init }) => init)),
        ...cells(row, ({ timings }) => timings[wire].map(({ first }) => first)),
        ...cells(row, ({ timings }) => timings[wire].map(({ init, first }) => init + first)),
        ...cells(row, ({ timings }) => timings[wire].map(({ warm }) => warm), 2),
        (statSync(row.path).size / 1000).toFixed(0),
        row.calls.join(' '),
      ]),
    ]),
    '\n',
  );
}
console.log(`Medians of ${rounds} rounds, each a fresh process per row and wire. Init: loading the bundle, and priming. First:
the first request. Warm CPU: the CPU time of a later request. /SDK and /signed: the ratio to "plain SDK" and to
"hand-signed" in a round; emphasize is compared to "plain SDKs" (with Bedrock's client, too), and shout on prod to
"plain SDK, reading" (which also makes the read by which prod finds a key). KB: the bundle, of emphasize without the
embedded model's data. DynamoDB calls: those that AWS bills, at init, of a first request, of a later one, and of one
whose key is known to be exhausted. The rows below emphasize are built without the replacements of
lib/settings/bundling.ts.
`);

if (values.ric) {
  console.log(`${formatTable([
    [
      'runtime client, limited CPU',
      ...['init ms', ...compared, 'first ms', ...compared, 'both ms', ...compared],
    ],
    ...measured.map((row) => [
      row.name,
      ...cells(row, ({ inLambda }) => inLambda.map(({ init }) => init)),
      ...cells(row, ({ inLambda }) => inLambda.map(({ first }) => first)),
      ...cells(row, ({ inLambda }) => inLambda.map(({ init, first }) => init + first)),
    ]),
  ])}

The same under Lambda's runtime client, over TLS. Init: from the process's start to its asking for an event. From
then on it runs 6 of each 20 ms, which is the CPU of 512 MB.
`);
}

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

console.log(`${formatTable([
  ['embedded model', 'words', 'find ms', 'rank ms'],
  rankingRow('a sentence'),
  rankingRow('10,000 characters'),
])}

Medians of the same rounds, once warm. Find: reading the Markdown and dividing it into the words that can
be bold, whichever model ranks them. Rank: the embedded model.`);
