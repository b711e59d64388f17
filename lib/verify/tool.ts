/** The program that verifies a service. */
import type { Description } from '../openapi/types.ts';
import type { ToolProcess } from '../operator/command.ts';
import { likeKey, readKey } from '../operator/key-input.ts';
import { plansOf, type Stage, stageNamed } from '../settings/stages.ts';
import { Difference, type Target, Unreached } from './check.ts';
import { groups } from './checks.ts';
import { help, readCommandLine, type Wanted } from './command-line.ts';
import { costOf } from './cost.ts';
import { ask } from './exchange.ts';
import {
  costText,
  exitCode,
  lineOf,
  presentable,
  throttledAdvice,
  totalLine,
  totalOf,
} from './print.ts';
import { type Finding, newKey, runChecks } from './run-checks.ts';
import { type ShownQuota, shownQuota } from './shown-quota.ts';

/**
 * Verifies a service: writes a line for each check to stdout, or with `--json` one document.
 *
 * @param args - the command line.
 * @returns the exit code.
 */
export const verify = async (args: readonly string[], process: ToolProcess): Promise<number> => {
  const { stdout, stderr } = process;
  // Whoever reads may stop reading, as `head` does.
  stdout.on('error', () => {});
  try {
    const wanted = readCommandLine(args);
    if (wanted !== undefined) return await verifyService(wanted, process);
    stdout.write(`${help}\n`);
    return 0;
  } catch (error) {
    const { message } = error as Error;
    // What parseArgs adds on dashes is longer than what it says.
    stderr.write(`${message.split(/\n| To specify /, 1)[0]}\n`);
    return error instanceof Difference ? 1 : 2;
  }
};

const verifyService = async (wanted: Wanted, process: ToolProcess): Promise<number> => {
  const { url, model, skip, json } = wanted;
  const key = await keyOption(wanted, process);
  const stage = wanted.stage ?? (await stageAt(url));
  const target = { url, stage, ...(key !== undefined && { key }), ...(model && { model }) };
  const chosen = Object.entries(groups)
    .filter(([name]) => !skip.includes(name as never))
    .flatMap(([, checks]) => checks)
    .filter(({ appliesTo }) => appliesTo(stage));
  const window = await windowOf(target);
  const cost = costOf(chosen, target, window);
  const out = json ? process.stderr : process.stdout;
  out.write(`${costText(cost, target)}\n`);

  const findings: Finding[] = [];
  const timed = { ...target, signal: AbortSignal.timeout(cost.seconds * 1_000) };
  for await (const finding of runChecks(chosen, timed, window?.limit)) {
    const shown = presentable(finding, target);
    findings.push(shown);
    if (!json) process.stdout.write(`${lineOf(shown)}\n`);
  }
  const total = totalOf(findings);
  const document = { url, stage: stage.name, slots: cost.slots, ...total, checks: findings };
  process.stdout.write(`${json ? JSON.stringify(document, null, 2) : totalLine(total)}\n`);
  if (total.throttled > 0) process.stderr.write(`${throttledAdvice}\n`);
  return exitCode(total);
};

/** The key that is to be used, if one was given. */
const keyOption = async (
  { key = '' }: Wanted,
  { stdin, stderr, env }: ToolProcess,
): Promise<string | undefined> => {
  if (likeKey.test(key)) {
    stderr.write(
      "The key stands on the command line, which the shell's history and npm's log keep: say --key -, or set AMPLIFY_KEY.\n",
    );
  }
  const given = key === '-' ? await readKey(stdin, stderr) : key || env.AMPLIFY_KEY;
  if (!given) return key === '' ? undefined : noKey();
  return /^[\x21-\x7e]([\x20-\x7e]*[\x21-\x7e])?$/.test(given) ? given : noKey();
};

const noKey = (): never => {
  throw new Error('That is no key: it must be of printable ASCII characters.');
};

/** The stage that a service says it is. */
const stageAt = async (url: string): Promise<Stage> => {
  const answer = await reached(url, () => ask({ url }, { method: 'GET', path: '/openapi.json' }));
  const { servers } = (answer.json ?? {}) as Partial<Description>;
  const [, name] = /^Stage (\S+)$/.exec(String(servers?.[0]?.description)) ?? [];
  if (name !== undefined) return stageNamed(name);
  throw new Difference(
    `GET ${url}/openapi.json does not say which stage answers there (status ${answer.status}). If it is Amplify, say --stage.`,
  );
};

/** The window that a key has, as far as it matters to what a run takes. */
type Window = Pick<ShownQuota, 'limit' | 'windowSeconds'>;

/**
 * The window of the target's key, or of any, where its stage takes any. Where the service does not show it
 * as it should, it is the stage's: the checks will tell.
 *
 * @throws {Difference} for a key that was given and is not accepted.
 */
const windowOf = async (target: Target): Promise<Window | undefined> => {
  const { url, stage } = target;
  const key = target.key ?? (stage.keys.policy === 'demo' ? newKey() : undefined);
  if (key === undefined) return undefined;
  const headers = { 'X-API-Key': key };
  const sent = { method: 'GET', path: '/v1/rate-limits', headers };
  const answer = await reached(url, () => ask(target, sent));
  if (answer.status === 401 && target.key) {
    throw new Difference(`${url} does not accept the key: is it one of the stage ${stage.name}?`);
  }
  try {
    return shownQuota(answer);
  } catch {
    return plansOf(stage)[0];
  }
};

/** Says of what can't be reached where that is. */
const reached = async <Result>(url: string, work: () => Promise<Result>): Promise<Result> => {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Unreached)) throw error;
    throw new Unreached(`${url} can't be reached: ${error.message}.`);
  }
};
