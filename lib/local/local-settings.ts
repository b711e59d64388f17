import { isIPv4 } from 'node:net';
import type { Plan } from '../../functions/quota/window.ts';
import { readOptions } from '../command-line/command-line.ts';
import type { Environment } from '../settings/aws-client.ts';
import { checkPlans, fitsSpan } from '../settings/plans.ts';
import { checkEmphasis, defaultStage, type Stage, stageNamed } from '../settings/stages.ts';

export type LocalSettings = ReturnType<typeof readLocalSettings>;

const options = {
  stage: { type: 'string', default: defaultStage },
  port: { type: 'string' },
  watch: { type: 'boolean', default: false },
} as const;

/**
 * Reads the settings. An empty variable counts as unset.
 *
 * @throws {Error} for an invalid option, stage or value.
 */
export const readLocalSettings = (args: readonly string[], variables: Environment) => {
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
  /** Only a port that was asked for; else the first, the alternatives that nobody asked for, and any free one. */
  const readPorts = (name: string, first: number, ...alternatives: readonly number[]) => {
    const port = readInteger(name, first, 0, 65_535);
    if (environment[name] || (containerHost && name !== 'PORT')) return [port];
    const { PORT, DYNAMODB_PORT, SIGN_IN_PORT } = environment;
    const asked = [PORT, DYNAMODB_PORT, SIGN_IN_PORT].map(Number);
    return [port, ...alternatives.filter((alternative) => !asked.includes(alternative)), 0];
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
  const overriddenKeys = (): Stage['keys'] => {
    if (keys.policy === 'demo') return { ...keys, plan: overridden(keys.plan) };
    const signUps = overridden(keys.accounts.signUps, 'SIGN_UPS_LIMIT');
    const plans = keys.plans.map((plan) => overridden(plan));
    return { ...keys, plans, accounts: { ...keys.accounts, signUps } };
  };
  const readText = (name: string, isValid: (text: string) => boolean, wanted: string) => {
    const text = environment[name] || undefined;
    if (text === undefined || isValid(text)) return text;
    throw new TypeError(`${name} must be ${wanted}, not "${text}".`);
  };
  const readUrl = (name: string) =>
    readText(name, isHttpUrl, 'a URL, such as http://127.0.0.1:8000');
  const url = readUrl('AWS_ENDPOINT_URL_DYNAMODB');
  const address = 'an IPv4 address of this machine, such as 172.17.0.1';
  const containerHost = readText('DYNAMODB_HOST', isIPv4, address);
  return {
    /** The stage, with the model and the plans that the environment may override. */
    stage: {
      ...stage,
      emphasis: emphasisSettings(stage, environment.EMPHASIS_MODEL || 'embedded'),
      keys: overriddenKeys(),
      // Metrics would only clutter the request log.
      requestMetricsSampling: 0,
    },
    /** To try for the API, and for the sign-in on a stage with accounts; 0 takes any free one. */
    ports: readPorts('PORT', 3000, 3001, 3003, 3004),
    signInPorts: readPorts('SIGN_IN_PORT', 3002, 3005, 3006),
    /** A running DynamoDB, or the ports to try for the one to start. */
    dynamodb: url ? { url } : { ports: readPorts('DYNAMODB_PORT', 8000) },
    /** An address of this machine where containers reach DynamoDB and the sign-in. Default: they don't. */
    containerHost,
    /** The address of Bedrock. Default: the region's own. */
    bedrockUrl: readUrl('AWS_ENDPOINT_URL_BEDROCK_RUNTIME'),
    watch: values.watch,
  };
};

const isHttpUrl = (text: string): boolean => /^https?:/i.test(text) && URL.canParse(text);

/** Bedrock is opt-in: it needs credentials and costs money. */
const emphasisSettings = ({ name, emphasis }: Stage, model: string): Stage['emphasis'] => {
  if (model === 'embedded') return { model };
  if (model !== 'bedrock') {
    throw new RangeError(`EMPHASIS_MODEL must be "embedded" or "bedrock", not "${model}".`);
  }
  if (emphasis.model === 'bedrock') return emphasis;
  throw new RangeError(`EMPHASIS_MODEL can't be "bedrock": stage "${name}" has no Bedrock model.`);
};
