/** `npm run match`: Match_m of the stage's model beside the embedded one's, what it costs, and how long it takes. */
import { readFileSync } from 'node:fs';
import { bedrock } from '../../functions/aws/bedrock.ts';
import { picodollars } from '../../functions/emphasis/budget/price.ts';
import { rankEmbedded } from '../../functions/emphasis/embedded.ts';
import type { FallbackReason } from '../../functions/emphasis/fallback.ts';
import { foundationModel } from '../../functions/emphasis/inference-profile.ts';
import { bedrockService, ServiceFault } from '../../lib/operator/aws-service.ts';
import type { ToolProcess } from '../../lib/operator/command.ts';
import { confirm } from '../../lib/operator/confirm.ts';
import { explain } from '../../lib/operator/explain.ts';
import { print } from '../../lib/operator/output.ts';
import { progress } from '../../lib/operator/progress.ts';
import { tableText } from '../../lib/operator/text.ts';
import type { BedrockModel } from '../../lib/settings/stages.ts';
import { type Example, parse } from '../fit-emphasis/data.ts';
import { match } from '../fit-emphasis/match-m.ts';
import { type Choice, chooseEmbedded, chooseInBedrock, mostCostInBedrock } from './models.ts';
import { help, type MatchOptions, matchOptions } from './options.ts';

/** How many texts Bedrock is asked at once: fewer than a new account may in a second. */
const parallel = 4;

/**
 * Runs the tool: writes a table to stdout, or in one line to stderr what went wrong.
 *
 * @returns the exit code.
 */
export const runMatch = async (args: readonly string[], process: ToolProcess): Promise<number> => {
  const { stdout, stderr, env } = process;
  try {
    const options = matchOptions(args);
    await print(options ? await measured(options, process) : help, undefined, stdout);
    return 0;
  } catch (error) {
    stderr.write(`${explain(error, env)}\n`);
    return 1;
  }
};

const measured = async (
  { files, sample, bedrock: emphasis, yes }: MatchOptions,
  process: ToolProcess,
): Promise<string> => {
  const examples = files
    .flatMap(read)
    .sort((one, other) => one.draw - other.draw)
    .slice(0, sample);
  const choices = emphasis && (await inBedrock(emphasis, examples, yes, process));
  const rows = [
    ['', 'Match_1', 'Match_2', 'Match_3', 'Match_4', 'mean', 'p50 ms', 'p95 ms', 'USD per million'],
    ...(choices ? [row(foundationModel(emphasis.inferenceProfile), examples, choices)] : []),
    row(rankEmbedded('', []).model, examples, examples.map(chooseEmbedded)),
  ];
  return [tableText(rows), ...(choices ? notes(choices) : [])].join('\n');
};

/** @throws {Error} for a file without texts; the message names it. */
const read = (file: string): readonly Example[] => {
  try {
    return parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new Error(`${file}: ${(error as Error).message}`);
  }
};

const inBedrock = async (
  emphasis: BedrockModel,
  examples: readonly Example[],
  yes: boolean,
  process: ToolProcess,
): Promise<readonly Choice[]> => {
  const client = bedrock();
  try {
    // Before anybody is asked: without them nothing can be done.
    await Promise.all([client.config.region(), client.config.credentials()]).catch(fault);
    const most = await Promise.all(examples.map((each) => mostCostInBedrock(emphasis, each)));
    const question = `Ask ${emphasis.inferenceProfile} about ${examples.length} texts, for $${usd(sum(most))} at most?`;
    if (!yes && !(await confirm(question, process))) throw new Error('Nothing was asked.');
    const shown = progress(examples.length, 'texts');
    return await inTurns(examples, async (example) => {
      const choice = await chooseInBedrock(client, emphasis, example);
      shown.step();
      return choice;
    });
  } finally {
    client.destroy();
  }
};

const fault = (cause: unknown): never => {
  throw new ServiceFault(bedrockService, cause);
};

/**
 * Asks about the first text, and then about the others, several at once: where the first can't be
 * answered, none can.
 *
 * @throws {ServiceFault} where Bedrock fails at the first. What is no ranking is an answer, too.
 */
const inTurns = async (
  [first, ...others]: readonly Example[],
  choose: (example: Example) => Promise<Choice>,
): Promise<readonly Choice[]> => {
  const choices = [await choose(first as Example)];
  const { reason, error } = choices[0]?.fallback ?? {};
  if (reason !== undefined && !answered.has(reason)) fault(error);
  const queue = others.entries();
  const work = async () => {
    for (const [index, example] of queue) choices[index + 1] = await choose(example);
  };
  await Promise.all(Array.from({ length: parallel }, work));
  return choices;
};

/** The reasons that say that Bedrock did answer. */
const answered: ReadonlySet<FallbackReason> = new Set(['refused', 'truncated', 'no-ranking']);

const sum = (numbers: readonly number[]): number => numbers.reduce((one, other) => one + other, 0);

const usd = (amount: number): string => (amount / picodollars).toFixed(4);

const row = (
  model: string,
  examples: readonly Example[],
  choices: readonly Choice[],
): readonly string[] => {
  const matches = match(
    examples,
    choices.map(({ order }) => order),
  );
  const times = choices.map(({ time }) => time).sort((one, other) => one - other);
  const percentile = (share: number) => times[Math.ceil(share * times.length) - 1] as number;
  return [
    model,
    ...[...matches, sum(matches) / matches.length].map(shownMatch),
    ...[0.5, 0.95].map((share) => percentile(share).toFixed(1)),
    ((sum(choices.map(({ cost }) => cost)) / choices.length / picodollars) * 1e6).toFixed(2),
  ];
};

/** There is none where no text has more than m tokens. */
const shownMatch = (value: number): string => (Number.isNaN(value) ? '–' : value.toFixed(4));

/** What stands below the table: what was spent, and for how many texts the embedded model chose. */
const notes = (choices: readonly Choice[]): readonly string[] => {
  const reasons = Object.entries(
    Object.groupBy(
      choices.flatMap(({ fallback }) => (fallback ? [fallback.reason] : [])),
      (reason) => reason,
    ),
  ).map(([reason, all]) => `${reason} ${all?.length}`);
  return [
    '',
    `Spent: $${usd(sum(choices.map(({ cost }) => cost)))} for ${choices.length} texts.`,
    ...(reasons.length > 0
      ? [`Where Bedrock did not choose, the embedded model did: ${reasons.join(', ')}.`]
      : []),
  ];
};
