/**
 * Fits the embedded model of emphasize to everyday texts and slogans, measures it by five folds, and writes its weights:
 * `npm run fit -- path/to/train.tsv`. The same files give the same bytes. Without slogans, it only fits to everyday texts
 * and measures. With `--bedrock` and an inference profile, it measures that model on the same texts instead.
 */
import { hash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { ConverseCommand } from '@aws-sdk/client-bedrock-runtime';
import { createBedrock } from '../functions/aws/bedrock.ts';
import { chosenCount } from '../functions/emphasis/bold.ts';
import { linearModel, rise } from '../functions/emphasis/embedded/features.ts';
import { emphasize } from '../functions/emphasis/emphasize.ts';
import { rankedNumbers, rankingRequest } from '../functions/emphasis/prompt.ts';
import { parseOptions } from '../lib/command-line/command-line.ts';
import {
  agreement,
  type MarkedText,
  type Match,
  markedShares,
  matchM,
  mean,
  ratios,
  readEveryday,
  readSlogans,
  unitsIn,
} from './fit/texts.ts';
import { method, weightsFor } from './fit/weights.ts';

const options = {
  everyday: { type: 'string', default: 'bin/fit/everyday.jsonl' },
  output: { type: 'string', default: 'functions/emphasis/embedded/weights.data.json' },
  bedrock: { type: 'string' },
} as const;
const { values, positionals } = parseOptions({ allowPositionals: true, options });
if (positionals.length > 1) {
  console.error(
    'Usage: npm run fit -- [path/to/train.tsv] [--everyday texts.jsonl] [--output weights.json | --bedrock profile]',
  );
  process.exit(2);
}
const files = [values.everyday, ...positionals].map((path) => readFileSync(path));
const everyday = readEveryday(String(files[0]));
const slogans = files[1] ? readSlogans(String(files[1])) : [];

/** Scores each word of a text. */
type Score = (text: MarkedText) => ArrayLike<number> | Promise<ArrayLike<number>>;

/** The mean agreement in everyday texts, also by language, and Match_m in slogans. */
const results = async (
  agree: (text: MarkedText) => number | Promise<number>,
  match: (text: MarkedText) => Match | Promise<Match>,
): Promise<Readonly<Record<string, string>>> => {
  const cells: [row: string, value: number][] = [];
  for (const text of everyday) {
    const value = await agree(text);
    cells.push(['agreement', value], [String(text.language), value]);
  }
  const matches: Match[] = [];
  for (const text of slogans) matches.push(await match(text));
  const means = Array.from(
    Map.groupBy(cells, ([row]) => row),
    ([row, cells]) => [row, mean(cells.map(([, value]) => value)).toFixed(3)],
  );
  const sloganResult = matches.length > 0 && { Match_m: matchM(matches).toFixed(3) };
  return { ...Object.fromEntries(means), ...sloganResult };
};

/** Measures a model: the agreement of what is bold as served, and Match_m by its scores, with punctuation last. */
const measure = (score: Score, rise = 0) =>
  results(
    async (marked) => {
      const scores = await score(marked);
      const ranking = { model: '', leastOfModel: 0, rise };
      const rank = async () => ({ ...ranking, scores: Float64Array.from(scores) });
      const bold = ratios.map(async (ratio) => {
        const { chosen } = await emphasize(marked.text, ratio, rank, Number.POSITIVE_INFINITY);
        return unitsIn(marked.units, chosen);
      });
      return agreement(marked.readers, await Promise.all(bold));
    },
    async (slogan) => {
      const { words, units, readers } = slogan;
      const scores = await score(slogan);
      const unitScores = units.map((unit) => {
        const at = words.findIndex((word) => unitsIn([unit], [word]).length > 0);
        return scores[at] ?? Number.NEGATIVE_INFINITY;
      });
      return [unitScores, markedShares(units, readers)];
    },
  );

/** Measures each reader of everyday texts by the others, and the first four readers of slogans by the rest. */
const measureReaders = () =>
  results(
    ({ units, readers }) => {
      const counts = ratios.map((ratio) => chosenCount(units.length, ratio));
      const agreements = readers.map((reader, at) =>
        agreement(
          readers.toSpliced(at, 1),
          counts.map((count) => reader.slice(0, count)),
        ),
      );
      return mean(agreements);
    },
    ({ units, readers }) => [
      markedShares(units, readers.slice(0, 4)),
      markedShares(units, readers.slice(4)),
    ],
  );

/** Scores by a model in Bedrock, asked as the service does. Words that it leaves out follow in their order. */
const scoreByBedrock = (inferenceProfile: string): Score => {
  const client = createBedrock();
  return async ({ text, words }) => {
    const count = Math.max(4, chosenCount(words.length, 0.4));
    const request = rankingRequest(inferenceProfile, { text, words, count });
    const answer = await client.send(new ConverseCommand(request));
    const scores = words.map((_, at) => -words.length - at);
    try {
      for (const [place, number] of rankedNumbers(answer, words.length).entries())
        scores[number - 1] = -place;
    } catch {
      // There is no ranking.
    }
    return scores;
  };
};

/** Scores each fold's texts by the weights that are fitted to the other four. */
const scoreByFolds = (): Score => {
  const models = [0, 1, 2, 3, 4].map((fold) =>
    linearModel(weightsFor([...everyday, ...slogans].filter((text) => text.fold !== fold))),
  );
  return ({ text, words, fold }) => models[fold]?.(text, words) ?? [];
};

const measured = values.bedrock
  ? await measure(scoreByBedrock(values.bedrock), 1)
  : await measure(scoreByFolds(), rise);
const columns: Readonly<Record<string, typeof measured>> = {
  [values.bedrock ?? 'the model, by five folds']: measured,
  chance: await measure(({ text, words }) =>
    words.map(({ start }) => hash('sha256', `${start} ${text}`, 'buffer').readUInt32BE()),
  ),
  'the first words': await measure(({ words }) => words.map((_, at) => -at)),
  'the longest words': await measure(({ words }) => words.map(({ text }) => text.length)),
  'readers among themselves': await measureReaders(),
};
const rows = Object.keys(measured).map((row) => {
  const cells = Object.entries(columns).map(([name, column]) => [name, column[row]]);
  return [row, Object.fromEntries(cells)];
});
console.table(Object.fromEntries(rows));

if (slogans.length > 0 && !values.bedrock) {
  const [everydayHash, slogansHash] = files.map((file) => hash('sha256', file));
  const about = {
    texts: { everyday: everyday.length, slogans: slogans.length },
    sha256: { everyday: everydayHash, slogans: slogansHash },
    method,
    results: measured,
  };
  const weights = weightsFor([...everyday, ...slogans]);
  writeFileSync(values.output, `${JSON.stringify({ about, weights }, null, 2)}\n`);
}
