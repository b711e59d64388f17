/**
 * Fits the embedded model of emphasize to everyday texts and slogans, measures it by five folds, and writes its weights:
 * `npm run fit -- path/to/train.tsv`. The same files give the same bytes. Without slogans, it only fits to everyday texts
 * and measures. With `--bedrock` and an inference profile, it measures that model on the same texts instead.
 */
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { ConverseCommand } from '@aws-sdk/client-bedrock-runtime';
import { createBedrock } from '../functions/aws/bedrock.ts';
import { chosenCount } from '../functions/emphasis/bold.ts';
import { linearModel, rise } from '../functions/emphasis/embedded/features.ts';
import { wordForms } from '../functions/emphasis/embedded/form.ts';
import { emphasize } from '../functions/emphasis/emphasize.ts';
import { rankedNumbers, rankingRequest } from '../functions/emphasis/prompt.ts';
import { parseOptions } from '../lib/command-line/command-line.ts';
import {
  agreement,
  agreementOfReaders,
  type MarkedText,
  matchM,
  mean,
  readEveryday,
  readSlogans,
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
const [slogansFile] = positionals;
const files = [values.everyday, ...positionals].map((path) => readFileSync(path));
const everyday = readEveryday(String(files[0]));
const slogans = files[1] ? readSlogans(String(files[1])) : [];

type Result = Readonly<Record<string, string>>;
/** The score of each word. */
type Scores = (text: MarkedText) => Float64Array | Promise<Float64Array>;

const results = (agreements: readonly number[], match: number): Result => {
  const byLanguage = Map.groupBy(agreements.keys(), (at) => everyday[at]?.language ?? '');
  const languages = Array.from(byLanguage, ([language, places]) => {
    return [language, mean(places.map((at) => agreements[at] as number))] as const;
  });
  const numbers = { agreement: mean(agreements), ...Object.fromEntries(languages), Match_m: match };
  return Object.fromEntries(
    Object.entries(numbers).map(([name, value]) => [name, value.toFixed(3)]),
  );
};

/** The agreement of the words that are bold as served, and Match_m by scores. */
const measure = async (score: Scores, rise = 0): Promise<Result> => {
  const agreements: number[] = [];
  for (const text of everyday) {
    const scores = await score(text);
    const rank = async () => ({ model: '', leastOfModel: 0, rise, scores: scores.slice() });
    const choose = async (ratio: number) =>
      (await emphasize(text.text, ratio, rank, Number.POSITIVE_INFINITY)).chosen;
    agreements.push(await agreement(text, choose));
  }
  const orders: (readonly number[])[] = [];
  for (const slogan of slogans) orders.push(bestFirst(await score(slogan)));
  return results(agreements, matchM(slogans, orders));
};

const bestFirst = (scores: Float64Array): readonly number[] =>
  [...scores.keys()].sort((left, right) => (scores[right] as number) - (scores[left] as number));

/** How readers agree with one another; of slogans, the first four with the others. */
const measureReaders = (): Result => {
  const shares = (marks: readonly string[]) =>
    marks.filter((mark) => mark !== 'O').length / marks.length;
  const orders = slogans.map(({ tokens, marks }) => {
    const first = marks.map((own) => shares(own.slice(0, 4)));
    return bestFirst(
      Float64Array.from(tokens, (own) => Math.max(...own.map((token) => first[token] ?? 0))),
    );
  });
  const others = slogans.map(({ tokens, marks }) => {
    return { tokens, shares: marks.map((own) => shares(own.slice(4))) };
  });
  return results(everyday.map(agreementOfReaders), matchM(others, orders));
};

/** Scores by a model in Bedrock, asked as the service does. Words that it leaves out follow in their order. */
const scoresOfBedrock = (inferenceProfile: string): Scores => {
  const client = createBedrock();
  return async ({ text, words }) => {
    const count = Math.max(4, chosenCount(words.length, 0.4));
    const request = rankingRequest(inferenceProfile, { text, words, count });
    const answer = await client.send(new ConverseCommand(request));
    const scores = Float64Array.from(words, (_, at) => -words.length - at);
    try {
      for (const [place, number] of rankedNumbers(answer, words.length).entries())
        scores[number - 1] = -place;
    } catch {
      // There is no ranking.
    }
    return scores;
  };
};

/** Scores of each fold's texts by the weights of the other four. */
const scoresByFolds = (): Scores => {
  const models = [0, 1, 2, 3, 4].map((fold) =>
    linearModel(weightsFor([...everyday, ...slogans].filter((text) => text.fold !== fold))),
  );
  return ({ text, words, fold }) =>
    models[fold]?.(text, words, wordForms(words)) ?? new Float64Array();
};

const random = (text: string) => createHash('sha256').update(text).digest().readUInt32BE();
const measured = values.bedrock
  ? await measure(scoresOfBedrock(values.bedrock), 1)
  : await measure(scoresByFolds(), rise);
const columns: Readonly<Record<string, Result>> = {
  [values.bedrock ?? 'the model, by five folds']: measured,
  chance: await measure(({ text, words }) =>
    Float64Array.from(words, ({ start }) => random(`${start} ${text}`)),
  ),
  'the first words': await measure(({ words }) => Float64Array.from(words, (_, at) => -at)),
  'the longest words': await measure(({ words }) =>
    Float64Array.from(words, ({ text }) => text.length),
  ),
  'readers among themselves': measureReaders(),
};
const rows = Object.keys(measured).map((row) => {
  return [row, Object.fromEntries(Object.entries(columns).map(([name, all]) => [name, all[row]]))];
});
console.table(Object.fromEntries(rows));

if (slogansFile && !values.bedrock) {
  const [everydayHash, slogansHash] = files.map((file) =>
    createHash('sha256').update(file).digest('hex'),
  );
  const about = {
    texts: { everyday: everyday.length, slogans: slogans.length },
    sha256: { everyday: everydayHash, slogans: slogansHash },
    method,
    results: measured,
  };
  const weights = weightsFor([...everyday, ...slogans]);
  writeFileSync(values.output, `${JSON.stringify({ about, weights }, null, 2)}\n`);
}
