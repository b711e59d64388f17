/**
 * Measures how well a model chooses (Match_m), what it costs and how long it takes, on the texts of `npm run fit`:
 *
 *     npm run match -- [--model bedrock] path/to/dev.tsv [more.tsv ...] [--sample N] [--stage STAGE] [--yes]
 *
 * Without `--model bedrock`, only the embedded model is measured, which is free. `--sample N` takes N of the texts,
 * always the same. Bedrock is called with your AWS credentials and region; the cost does not count for the stage's
 * budget.
 */
import { readFileSync } from 'node:fs';
import { ConverseCommand } from '@aws-sdk/client-bedrock-runtime';
import { bedrock } from '../functions/aws/bedrock.ts';
import { bedrockModel, type Converse } from '../functions/emphasis/bedrock-model.ts';
import { chosenCount } from '../functions/emphasis/bold.ts';
import { mostCost, picodollars, realCost, tokenPrice } from '../functions/emphasis/budget/price.ts';
import { rankEmbedded } from '../functions/emphasis/embedded.ts';
import { type FallbackReason, withFallback } from '../functions/emphasis/fallback.ts';
import type { EmphasisModel } from '../functions/emphasis/model.ts';
import { defaultStage, stageNamed } from '../lib/infrastructure/settings/stages.ts';
import { bedrockService, ServiceFault } from '../lib/tools/command-line/aws-service.ts';
import { confirm } from '../lib/tools/command-line/confirm.ts';
import { explain } from '../lib/tools/command-line/explain.ts';
import { readOptions } from '../lib/tools/command-line/options.ts';
import { progress } from '../lib/tools/command-line/progress.ts';
import { tableText } from '../lib/tools/command-line/text.ts';
import { type Example, parse } from './fit-emphasis/data.ts';
import { match } from './fit-emphasis/match-m.ts';

/** What a model returned for a text. */
interface Choice {
  readonly order: readonly number[];
  readonly model: string;
  /** In milliseconds. */
  readonly time: number;
  /** In picodollars; if Bedrock did not report it, the most it can have been. */
  readonly cost: number;
  /** Why the embedded model chose instead. */
  readonly fallback?: { readonly reason: FallbackReason; readonly error: unknown };
}

/** Parallel calls of Bedrock: fewer than the quota of a new AWS account. */
const parallel = 4;

const embedded: EmphasisModel = async (text, words) => rankEmbedded(text, words);

const rankBy = (model: EmphasisModel, { text, words }: Example) =>
  // As many words as by default, and no fewer than Match_m compares.
  model(
    text,
    words,
    Math.min(words.length, Math.max(4, chosenCount(words.length, 0.3))),
    () => Infinity,
  );

const chooseEmbedded = async (example: Example): Promise<Choice> => {
  const start = performance.now();
  const ranking = await rankBy(embedded, example);
  return { ...ranking, time: performance.now() - start, cost: 0 };
};

const read = (file: string): readonly Example[] => {
  try {
    return parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new Error(`${file}: ${(error as Error).message}`);
  }
};

const usd = (amount: number): string => (amount / picodollars).toFixed(4);
const sum = (numbers: readonly number[]): number => numbers.reduce((one, other) => one + other, 0);

/** Asks the stage's model in Bedrock about each text, if the user agrees to the cost. */
const chooseInBedrock = async (
  stage: string,
  examples: readonly Example[],
  agreed: boolean,
): Promise<readonly Choice[]> => {
  const { emphasis } = stageNamed(stage);
  if (emphasis.model !== 'bedrock') throw new Error(`The stage "${stage}" has no Bedrock model.`);
  const { usdPerMillionTokens } = emphasis;
  const prices = {
    input: tokenPrice(usdPerMillionTokens.input),
    output: tokenPrice(usdPerMillionTokens.output),
  };
  const client = bedrock();
  const fail = (cause: unknown): never => {
    throw new ServiceFault(bedrockService, cause);
  };
  await Promise.all([client.config.region(), client.config.credentials()]).catch(fail);

  const most = await Promise.all(
    examples.map(async (example) => {
      let cost = 0;
      const converse: Converse = async (request) => {
        cost = mostCost(request, prices);
        throw new Error('Not sent: only its cost matters.');
      };
      await rankBy(bedrockModel({ ...emphasis, converse, embedded }), example).catch(() => {});
      return cost;
    }),
  );
  const question = `Ask ${emphasis.inferenceProfile} about ${examples.length} texts, for $${usd(sum(most))} at most?`;
  if (!agreed && !(await confirm(question, process))) throw new Error('Nothing was asked.');

  const choose = async (example: Example): Promise<Choice> => {
    let cost = 0;
    let fallback: Choice['fallback'];
    const start = performance.now();
    const converse: Converse = async (request) => {
      cost = mostCost(request, prices);
      const answer = await client.send(new ConverseCommand(request));
      cost = realCost(answer.usage, prices) ?? cost;
      return answer;
    };
    const model = withFallback(
      bedrockModel({ ...emphasis, converse, embedded }),
      embedded,
      (reason, error) => {
        fallback = { reason, error };
      },
    );
    const ranking = await rankBy(model, example);
    return { ...ranking, time: performance.now() - start, cost, ...(fallback && { fallback }) };
  };

  // If the first call fails, so will the others.
  const choices = [await choose(examples[0] as Example)];
  const { reason, error } = choices[0]?.fallback ?? {};
  if (reason && !['refused', 'truncated', 'no-ranking'].includes(reason)) fail(error);
  const { step } = progress(examples.length - 1, 'texts');
  const queue = examples.slice(1).entries();
  const work = async () => {
    for (const [index, example] of queue) {
      choices[index + 1] = await choose(example);
      step();
    }
  };
  await Promise.all(Array.from({ length: parallel }, work));
  return choices;
};

const row = (examples: readonly Example[], choices: readonly Choice[]): readonly string[] => {
  const matches = match(
    examples,
    choices.map(({ order }) => order),
  );
  const times = choices.map(({ time }) => time).sort((one, other) => one - other);
  const percentile = (share: number) => times[Math.ceil(share * times.length) - 1] as number;
  const model = choices.find(({ fallback }) => !fallback)?.model ?? 'none';
  return [
    model,
    ...[...matches, sum(matches) / matches.length].map((value) => value.toFixed(4)),
    ...[0.5, 0.95].map((share) => percentile(share).toFixed(1)),
    ((sum(choices.map(({ cost }) => cost)) / choices.length / picodollars) * 1e6).toFixed(2),
  ];
};

try {
  const { values, positionals } = readOptions({
    allowPositionals: true,
    options: {
      model: { type: 'string', default: 'embedded' },
      sample: { type: 'string' },
      stage: { type: 'string', default: defaultStage },
      yes: { type: 'boolean', default: false },
    },
  });
  if (positionals.length === 0) throw new Error('Name the files with the texts.');
  const examples = positionals
    .flatMap(read)
    .sort((one, other) => one.draw - other.draw)
    .slice(0, values.sample === undefined ? undefined : Number(values.sample));
  const inBedrock =
    values.model === 'bedrock' ? await chooseInBedrock(values.stage, examples, values.yes) : [];
  console.log(
    tableText([
      [
        '',
        'Match_1',
        'Match_2',
        'Match_3',
        'Match_4',
        'mean',
        'p50 ms',
        'p95 ms',
        'USD per million',
      ],
      ...(inBedrock.length > 0 ? [row(examples, inBedrock)] : []),
      row(examples, await Promise.all(examples.map(chooseEmbedded))),
    ]),
  );
  if (inBedrock.length > 0) {
    const reasons = inBedrock.flatMap(({ fallback }) => fallback?.reason ?? []);
    console.log(`\nSpent: $${usd(sum(inBedrock.map(({ cost }) => cost)))}.`);
    console.log(
      `Instead of Bedrock, the embedded model chose ${reasons.length} times. ${[...new Set(reasons)]}`,
    );
  }
} catch (error) {
  console.error(explain(error, process.env));
  process.exitCode = 1;
}
