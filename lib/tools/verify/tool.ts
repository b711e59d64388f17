import type { Description } from '../../openapi/types.ts';
import { plansOf, type Stage, stageNamed } from '../../settings/stages.ts';
import { readKey, rejectKeys, type ToolProcess } from '../command-line/input.ts';
import { readOptions } from '../command-line/options.ts';
import { Difference, exitCodes, type Outcome, type Target, Unreachable } from './check.ts';
import { groups } from './checks.ts';
import { ask } from './exchange.ts';
import { type Finding, runChecks, slotsOf, unusedKey } from './run.ts';

const groupNames = Object.keys(groups) as readonly (keyof typeof groups)[];

const help = `Verifies that a service keeps the contract, wherever it runs.

Usage: npm run verify -- --url URL [options]

  --url URL       its base address, e.g. https://abc.execute-api.us-east-1.amazonaws.com
  --key -         asks for a key, or reads it from standard input; AMPLIFY_KEY may hold it as well.
                  Without one, new keys are made up if the stage accepts any; if it issues keys,
                  checks that need one are skipped
  --stage NAME    the stage that it must be; default: the one that the service names
  --model NAME    the model that must choose the words that emphasize makes bold: bedrock (the one
                  in the stage's settings) or embedded; default: either
  --skip GROUP    skips a group of checks, and may be repeated:
                  ${groupNames.join(', ')}
  --json          prints one JSON document (npm run --silent keeps npm itself quiet)

Exit codes: 0 if the service is right; 1 if it is wrong; 2 if it can't be reached, or for an invalid command
line; 3 if AWS rejected requests before they reached it.`;

const throttledAdvice = `AWS rejected requests before they reached the service: Lambda has no capacity left, or a throttle of
API Gateway is too low. A new AWS account runs 10 functions at a time, which these checks exceed. See
  aws lambda get-account-settings --query AccountLimit.ConcurrentExecutions
and request 1,000: docs/operating.md#the-first-deployment.`;

/** Verifies a service, prints a line for each check, and returns the exit code. */
export const verify = async (args: readonly string[], process: ToolProcess): Promise<number> => {
  const { stdout, stderr } = process;
  // Readers such as `head` may stop reading.
  stdout.on('error', () => {});
  const outcomes = await verifyService(args, process).catch((error) => {
    const what = error instanceof Unreachable ? "The service can't be reached: " : '';
    stderr.write(`${what}${error.message.split('\n', 1)}\n`);
    return [(error.outcome as Outcome | undefined) ?? 'unreachable'];
  });
  if (outcomes.includes('throttled')) stderr.write(`${throttledAdvice}\n`);
  const worst = outcomeNames.find((name) => exitCodes[name] > 0 && outcomes.includes(name));
  return exitCodes[worst ?? 'ok'];
};

const outcomeNames = Object.keys(exitCodes) as readonly Outcome[];

const verifyService = async (args: readonly string[], process: ToolProcess) => {
  const { stdin, stdout, stderr, env } = process;
  const options = readCommandLine(args);
  if (options === undefined) {
    stdout.write(`${help}\n`);
    return [];
  }
  const { url, model, skip, json } = options;
  const given = options.key === '-' ? await readKey(stdin, stderr) : options.key;
  if (given === '') throw new Error('The key is empty.');
  const key = given ?? (env.AMPLIFY_KEY || undefined);
  const stage = options.stage ?? (await stageAt(url));
  const target = { url, stage, key, model };
  const checks = groupNames.filter((name) => !skip.includes(name)).flatMap((name) => groups[name]);
  const slots = slotsOf(checks, await limitOf(target));
  const whose = key === undefined ? 'new keys' : 'the key';
  const used = slots > 0 ? `about ${slots.toLocaleString('en')} slots of ${whose}` : 'no slots';
  const announced = `${url}, stage ${stage.name}: ${checks.length} checks, ${used}\n`;
  (json ? stderr : stdout).write(announced);
  const findings: Finding[] = [];
  for await (const finding of runChecks(checks, target)) {
    const shown = { ...finding, detail: finding.detail && presentable(finding.detail, key) };
    findings.push(shown);
    if (!json) stdout.write(`${lineOf(shown)}\n`);
  }
  const outcomes = findings.map(({ outcome }) => outcome);
  const total = outcomeNames
    .filter((name) => name === 'failed' || outcomes.includes(name))
    .map((name) => `${outcomes.filter((outcome) => outcome === name).length} ${name}`)
    .join(', ');
  const document = { url, stage: stage.name, slots, total, checks: findings };
  stdout.write(`${json ? JSON.stringify(document, null, 2) : total}\n`);
  return outcomes;
};

/** Reads the command line: undefined if it asks for help. */
const readCommandLine = (args: readonly string[]) => {
  rejectKeys(args);
  const { values } = readOptions({
    args,
    options: {
      url: { type: 'string' },
      key: { type: 'string' },
      stage: { type: 'string' },
      model: { type: 'string' },
      skip: { type: 'string', multiple: true, default: [] },
      json: { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
  const { help, url, stage, model, skip, ...others } = values;
  if (help) return undefined;
  return {
    ...others,
    url: baseAddress(url),
    stage: stage === undefined ? undefined : stageNamed(stage),
    model: model === undefined ? undefined : oneOf('--model', models, model),
    skip: skip.map((name) => oneOf('--skip', groupNames, name)),
  };
};

const models = ['bedrock', 'embedded'] as const;

const baseAddress = (text = ''): string => {
  const url = URL.parse(text);
  const isBase = url && /^https?:$/.test(url.protocol) && !url.search && !url.hash && !url.username;
  if (isBase) return url.href.replace(/\/+$/, '');
  throw new Error('--url must be a base address, such as https://api.example.com. See --help.');
};

const oneOf = <Name extends string>(option: string, names: readonly Name[], given: string) => {
  const found = names.find((name) => name === given);
  if (found !== undefined) return found;
  throw new Error(`${option} must be one of ${names.join(', ')}.`);
};

/** The stage that a service names. */
const stageAt = async (url: string): Promise<Stage> => {
  const { status, json } = await ask({ url }, { method: 'GET', path: '/openapi.json' });
  const { servers } = (json ?? {}) as Partial<Description>;
  const [, name] = /^Stage (\S+)$/.exec(String(servers?.[0]?.description)) ?? [];
  if (name !== undefined) return stageNamed(name);
  throw new Difference(
    `${url}/openapi.json (${status}) names no stage: is it Amplify? Say --stage.`,
  );
};

/** The slots in a window of the target's key, or of a new one; 0 without a key. Throws if the key is rejected. */
const limitOf = async (target: Target): Promise<number> => {
  const { url, stage, key = unusedKey(target) } = target;
  if (key === undefined) return 0;
  const sent = { method: 'GET', path: '/v1/rate-limits', headers: { 'X-API-Key': key } };
  const { status, headers } = await ask(target, sent);
  if (status === 401 && target.key) {
    throw new Difference(`${url} does not accept the key: is it one of the stage ${stage.name}?`);
  }
  return Number(headers['x-ratelimit-limit']) || Number(plansOf(stage)[0]?.limit);
};

/** A detail without the key and without control characters. */
const presentable = (detail: string, key: string | undefined): string => {
  const hidden = key === undefined ? detail : detail.replaceAll(key, '[the key]');
  return hidden.replace(
    /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu,
    (char) => `\\u{${char.codePointAt(0)?.toString(16)}}`,
  );
};

/** A finding in a line. */
const lineOf = ({ name, outcome, detail }: Finding): string => {
  const label = (outcome === 'failed' ? 'FAILED' : outcome).padEnd(11);
  if (detail === undefined) return `${label}  ${name}`;
  return `${label}  ${name}${outcome === 'ok' ? ` (${detail})` : `: ${detail}`}`;
};
