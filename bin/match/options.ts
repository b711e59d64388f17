/** The command line of `npm run match`. */
import { parseArgs } from 'node:util';
import { type BedrockModel, defaultStage, stageNamed } from '../../lib/settings/stages.ts';

/** What is to be measured. */
export interface MatchOptions {
  /** The files with marked texts. */
  readonly files: readonly string[];
  /** How many of the texts; absent: all. */
  readonly sample?: number;
  /** The model in Bedrock to measure; absent: the embedded one alone. */
  readonly bedrock?: BedrockModel;
  /** Whether it may cost what it costs, without a question. */
  readonly yes: boolean;
}

/** How it is used. */
export const help = `Measures how well a model chooses, what it costs, and how long it takes.

Usage: npm run match -- --model MODEL path/to/dev.tsv [path/to/more.tsv ...] [--sample N]
                        [--stage STAGE] [--yes]

MODEL is bedrock, the model of the stage (${defaultStage}, unless --stage says another) beside the embedded
one, or embedded, which costs nothing. The texts are those of npm run fit. --sample N takes so many of
them, the same each time.

Before Bedrock is asked, the tool says what that costs at most, and asks whether to go on; --yes says
so beforehand. It uses your own AWS credentials and region, as the AWS CLI does, and the Bedrock at
AWS_ENDPOINT_URL_BEDROCK_RUNTIME if that is set. What it spends does not count for the stage's cap.`;

/**
 * Reads a command line.
 *
 * @returns what is wanted; `undefined` where it is help.
 * @throws {Error} for what can't be meant; the message says what can.
 */
export const matchOptions = (args: readonly string[]): MatchOptions | undefined => {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      model: { type: 'string' },
      sample: { type: 'string' },
      stage: { type: 'string', default: defaultStage },
      yes: { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
  const { model, sample, stage, yes } = values;
  if (values.help) return undefined;
  if (model !== 'bedrock' && model !== 'embedded') {
    throw new Error('Say --model bedrock, or --model embedded. To read more, say --help.');
  }
  if (positionals.length === 0) throw new Error('Say which files hold the texts.');
  if (sample !== undefined && !/^[1-9]\d{0,8}$/.test(sample)) {
    throw new Error('--sample takes a number of texts, such as 100.');
  }
  return {
    files: positionals,
    ...(sample !== undefined && { sample: Number(sample) }),
    ...(model === 'bedrock' && { bedrock: bedrockOf(stage) }),
    yes,
  };
};

const bedrockOf = (name: string): BedrockModel => {
  const { emphasis } = stageNamed(name);
  if (emphasis.model === 'bedrock') return emphasis;
  throw new Error(`The stage "${name}" names no model in Bedrock.`);
};
