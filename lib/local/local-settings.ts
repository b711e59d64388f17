import { isIPv4 } from 'node:net';
import type { Plan } from '../../functions/quota/window.ts';
import { readOptions } from '../command-line/command-line.ts';
import type { Environment } from '../settings/aws-client.ts';
import { checkPlans, fitsSpan } from '../settings/plans.ts';
import { checkEmphasis, defaultStage, type Stage, stageNamed } from '../settings/stages.ts';

export interface LocalSettings {
  /** The stage, with the model and the plans that the environment may override. */
  readonly stage: Stage;
  /** The API's port; 0 takes any free one. */
  readonly port: number;
  /** A running DynamoDB, or the port of the one to start. */
  readonly dynamodb: { readonly url: string } | { readonly port: number };
  /** An address of this machine where containers reach DynamoDB and the sign-in. Default: they don't. */
  readonly containerHost?: string;
  /** The port of the sign-in, on a stage with accounts; 0 takes any free one. */
  readonly signInPort: number;
  /** The address of Bedrock. Default: the region's own. */
  readonly bedrockUrl?: string;
  readonly watch: boolean;
}

const options = {
  stage: { type: 'string', default: defaultStage },
  port: { type: 'string' },
  watch: { type: 'boolean', default: false },
} as const;

/**
 * Reads the settings. An empty variable counts as unset.
 *
 * @param args - `--stage NAME`, `--port PORT`, `--watch`.
 * @throws {Error} for an invalid option, stage or value.
 */
export const localSettings = (args: readonly string[], variables: Environment): LocalSettings => {
  // npm takes an option without a `--` before it for its own, and sets this variable.
  const taken = Object.keys(options).find((name) => variables[`npm_config_${name}`] !== undefined);
  if (taken) throw new Error(`Put -- before --${taken}: npm start -- --${taken}.`);
  const { values } = readOptions({ args, options });
  const environment: Environment = {
    ...variables,
    ...(values.port !== undefined && { PORT: values.port }),
  };
  const stage = stageNamed(values.stage);
  checkPlans(stage);
  checkEmphasis(stage);
  const { keys } = stage;
  const readInteger = (name: string, fallback: number, least: number, most: number): number => {
    const text = environment[name] || String(fallback);
    const value = /^\d+$/.test(text) ? Number(text) : Number.NaN;
    if (value >= least && value <= most) return value;
    throw new RangeError(`${name} must be a whole number from ${least} to ${most}, not "${text}".`);
  };
  const overridden = <Limit extends Omit<Plan, 'name'>>(
    plan: Limit,
    name = 'QUOTA_LIMIT',
  ): Limit => {
    const limit = readInteger(name, plan.limit, 1, 100_000_000);
    const windowSeconds = readInteger('QUOTA_WINDOW_SECONDS', plan.windowSeconds, 1, 86_400);
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
          ? { ...keys, plan: overridden(keys.plan) }
          : {
              ...keys,
              plans: keys.plans.map((plan) => overridden(plan)),
              accounts: {
                ...keys.accounts,
                signUps: overridden(keys.accounts.signUps, 'SIGN_UPS_LIMIT'),
              },
            },
      // Metrics would only clutter the request log.
      requestMetricsSampling: 0,
    },
    port: readInteger('PORT', 3000, 0, 65_535),
    dynamodb: environment.AWS_ENDPOINT_URL_DYNAMODB
      ? { url: httpUrl('AWS_ENDPOINT_URL_DYNAMODB', environment.AWS_ENDPOINT_URL_DYNAMODB) }
      : { port: readInteger('DYNAMODB_PORT', 8000, 0, 65_535) },
    ...(environment.DYNAMODB_HOST && { containerHost: ipv4Address(environment.DYNAMODB_HOST) }),
    signInPort: readInteger('SIGN_IN_PORT', 3002, 0, 65_535),
    ...(environment.AWS_ENDPOINT_URL_BEDROCK_RUNTIME && {
      bedrockUrl: httpUrl(
        'AWS_ENDPOINT_URL_BEDROCK_RUNTIME',
        environment.AWS_ENDPOINT_URL_BEDROCK_RUNTIME,
      ),
    }),
    watch: values.watch,
  };
};

/** Bedrock is opt-in: it needs credentials and costs money. */
const emphasisSettings = ({ name, emphasis }: Stage, model: string): Stage['emphasis'] => {
  if (model === 'embedded') return { model };
  if (model !== 'bedrock') {
    throw new RangeError(`EMPHASIS_MODEL must be "embedded" or "bedrock", not "${model}".`);
  }
  if (emphasis.model === 'bedrock') return emphasis;
  throw new RangeError(`EMPHASIS_MODEL can't be "bedrock": stage "${name}" has no Bedrock model.`);
};

const ipv4Address = (text: string): string => {
  if (isIPv4(text)) return text;
  throw new TypeError(
    `DYNAMODB_HOST must be an IPv4 address of this machine, such as 172.17.0.1, not "${text}".`,
  );
};

const httpUrl = (name: string, text: string): string => {
  if (/^https?:/i.test(text) && URL.canParse(text)) return text;
  throw new TypeError(`${name} must be a URL, such as http://127.0.0.1:8000, not "${text}".`);
};
