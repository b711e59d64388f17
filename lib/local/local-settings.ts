/** The settings of a local server, from the command line and the environment. */
import { isIPv4 } from 'node:net';
import { parseArgs } from 'node:util';
import type { Plan } from '../../functions/quota/window.ts';
import { checkPlans, fitsSpan } from '../settings/plans.ts';
import { checkEmphasis, defaultStage, type Stage, stageNamed } from '../settings/stages.ts';

/** What a local server is told. */
export interface LocalSettings {
  /** The stage to be like, with the model and the plans' numbers that the environment may have changed. */
  readonly stage: Stage;
  /** The port of the API; 0 takes any that is free. */
  readonly port: number;
  /**
   * A DynamoDB that runs already, or the port for one of its own, and the address that it listens on where that
   * is not the loopback's: for containers, which have a loopback of their own.
   */
  readonly dynamodb: { readonly url: string } | { readonly port: number; readonly host?: string };
  /** The port of the sign-in, which a stage with accounts has; 0 takes any that is free. */
  readonly signInPort: number;
  /** The address of Bedrock, where it is not the region's own. */
  readonly bedrockUrl?: string;
  /** Whether to rebuild the functions and the site when their files change. */
  readonly watch: boolean;
}

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Reads the settings. A variable that is set to nothing counts as not set.
 *
 * @param args - the words after the program's name: `--stage NAME`, `--watch`.
 * @param environment - `PORT`, `DYNAMODB_PORT`, `DYNAMODB_HOST`, `SIGN_IN_PORT`, `AWS_ENDPOINT_URL_DYNAMODB`,
 *   `QUOTA_LIMIT`, `QUOTA_WINDOW_SECONDS`, `EMPHASIS_MODEL` and `AWS_ENDPOINT_URL_BEDROCK_RUNTIME` are looked at.
 * @throws {Error} for an option, a stage or a value that cannot be; the message says what can.
 */
export const localSettings = (args: readonly string[], environment: Environment): LocalSettings => {
  // npm says so of an option that was meant for the program, and was not kept from npm by `--`.
  if (environment.npm_config_stage !== undefined) {
    throw new Error('npm keeps --stage to itself without a --: npm start -- --stage NAME.');
  }
  const { values } = parseArgs({
    args: [...args],
    options: {
      stage: { type: 'string', default: defaultStage },
      watch: { type: 'boolean', default: false },
    },
  });
  const stage = stageNamed(values.stage);
  checkPlans(stage);
  checkEmphasis(stage);
  const { keys } = stage;
  const whole = (name: string, fallback: number, least: number, most: number): number => {
    const text = environment[name] || String(fallback);
    const value = /^\d+$/.test(text) ? Number(text) : Number.NaN;
    if (value >= least && value <= most) return value;
    throw new RangeError(`${name} must be a whole number from ${least} to ${most}, not "${text}".`);
  };
  const changed = (plan: Plan): Plan => {
    const limit = whole('QUOTA_LIMIT', plan.limit, 1, 100_000_000);
    const windowSeconds = whole('QUOTA_WINDOW_SECONDS', plan.windowSeconds, 1, 86_400);
    if (fitsSpan(windowSeconds)) return { ...plan, limit, windowSeconds };
    throw new RangeError(
      `QUOTA_WINDOW_SECONDS must divide an hour (3600), or be whole hours that divide a day (86400), not "${windowSeconds}".`,
    );
  };
  return {
    stage: {
      ...stage,
      emphasis: emphasisSettings(stage, environment.EMPHASIS_MODEL || 'embedded'),
      keys:
        keys.policy === 'demo'
          ? { ...keys, plan: changed(keys.plan) }
          : { ...keys, plans: keys.plans.map(changed) },
      // Nobody reads metrics here, and their lines would stand among those of the requests.
      requestMetricsSampling: 0,
      // A connection to this machine is opened in no time.
      priming: false,
    },
    port: whole('PORT', 3000, 0, 65_535),
    dynamodb: environment.AWS_ENDPOINT_URL_DYNAMODB
      ? { url: httpUrl('AWS_ENDPOINT_URL_DYNAMODB', environment.AWS_ENDPOINT_URL_DYNAMODB) }
      : {
          port: whole('DYNAMODB_PORT', 8000, 0, 65_535),
          ...(environment.DYNAMODB_HOST && { host: address(environment.DYNAMODB_HOST) }),
        },
    signInPort: whole('SIGN_IN_PORT', 3002, 0, 65_535),
    ...(environment.AWS_ENDPOINT_URL_BEDROCK_RUNTIME && {
      bedrockUrl: httpUrl(
        'AWS_ENDPOINT_URL_BEDROCK_RUNTIME',
        environment.AWS_ENDPOINT_URL_BEDROCK_RUNTIME,
      ),
    }),
    watch: values.watch,
  };
};

/** Bedrock is asked from a laptop only when it is told to: that needs credentials, and costs. */
const emphasisSettings = ({ name, emphasis }: Stage, model: string): Stage['emphasis'] => {
  if (model === 'embedded') return { model };
  if (model !== 'bedrock') {
    throw new RangeError(`EMPHASIS_MODEL must be "embedded" or "bedrock", not "${model}".`);
  }
  if (emphasis.model === 'bedrock') return emphasis;
  throw new RangeError(`EMPHASIS_MODEL can't be "bedrock": stage "${name}" names no model there.`);
};

const address = (text: string): string => {
  if (isIPv4(text)) return text;
  throw new TypeError(
    `DYNAMODB_HOST must be an IPv4 address of this machine, such as 172.17.0.1, not "${text}".`,
  );
};

const httpUrl = (name: string, text: string): string => {
  if (/^https?:/i.test(text) && URL.canParse(text)) return text;
  throw new TypeError(`${name} must be a URL, such as http://127.0.0.1:8000, not "${text}".`);
};
