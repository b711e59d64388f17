/** The values of options. Each function returns the value, or throws an error that says which values are allowed. */
import type { parseArgs } from 'node:util';
import type { AccountLimits } from '../../../functions/accounts/changes.ts';
import { storedTime } from '../../../functions/accounts/times.ts';
import { isName } from '../../../functions/keys/key-name.ts';
import type { Plan } from '../../../functions/quota/window.ts';
import { dayMs } from '../../../functions/units/time.ts';
import { stageNamed, stageNames } from '../../settings/stages.ts';

/** The options of all commands, for `parseArgs`. */
export const optionTypes = {
  /** `-`: the address of the account's holder is read from standard input. */
  email: { type: 'string' },
  /** `-`: the key is read from standard input. */
  key: { type: 'string' },
  owner: { type: 'string' },
  name: { type: 'string' },
  plan: { type: 'string' },
  expires: { type: 'string' },
  grace: { type: 'string' },
  from: { type: 'string' },
  'user-pool': { type: 'string' },
  yes: { type: 'boolean' },
} as const;

type Values = ReturnType<typeof parseArgs<{ options: typeof optionTypes }>>['values'];

/** The options of a command. */
export interface CommandOptions extends Values {
  /** The word after the command: the id of an account or a key. */
  readonly id?: string;
}

/** A stage that has accounts. */
export interface AccountStage {
  readonly name: string;
  readonly plans: readonly Plan[];
  readonly limits: AccountLimits;
}

/** `--stage` */
export const stageOption = (name: string | undefined): AccountStage => {
  const names = stageNames.filter((one) => stageNamed(one).keys.policy === 'issued').join(', ');
  if (name === undefined) throw new Error(`--stage is missing. Stages with accounts: ${names}.`);
  const { keys } = stageNamed(name);
  if (keys.policy === 'issued') return { name, plans: keys.plans, limits: keys.accounts };
  throw new Error(
    `The stage "${name}" accepts any key and has no accounts. Stages with accounts: ${names}.`,
  );
};

/** `--plan` */
export const planOption = (name: string | undefined, { plans, ...stage }: AccountStage): string => {
  const names = plans.map((plan) => plan.name);
  if (name !== undefined && names.includes(name)) return name;
  const mistake = name === undefined ? '--plan is missing.' : `Unknown plan "${name}".`;
  throw new Error(`${mistake} The plans of the stage "${stage.name}": ${names.join(', ')}.`);
};

/** `--owner` and `--name` */
export const nameOption = (option: 'owner' | 'name', { [option]: name = '' }: CommandOptions) => {
  if (isName(name)) return name;
  throw new Error(`--${option} needs 1 to 100 printable characters.`);
};

/** `--expires`, in ISO 8601. */
export const expiresOption = (
  { expires }: CommandOptions,
  now: number,
): { readonly expires_at?: string } => {
  if (expires === undefined) return {};
  const time = readMoment(expires, now);
  if (time !== undefined && time > now) return { expires_at: storedTime(time) };
  throw new Error(
    `Invalid --expires "${expires}": use a future date (2030-12-31) or a duration (90d, 12h) of at most ${longestDuration.text}.`,
  );
};

/** `--grace`, in milliseconds. */
export const graceOption = ({ grace = '24h' }: CommandOptions): number => {
  const duration = readDuration(grace);
  if (duration !== undefined) return duration;
  throw new Error(
    `Invalid --grace "${grace}": use a number and s, m, h or d (30m, 24h, 7d), at most ${longestDuration.text}.`,
  );
};

/** `--from`: the name of a table. See https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/HowItWorks.NamingRulesDataTypes.html */
export const fromOption = ({ from = '' }: CommandOptions): string => {
  if (/^[\w.-]{3,255}$/.test(from)) return from;
  throw new Error('--from needs the name of the table that the account table was restored into.');
};

const unitMs = { s: 1_000, m: 60_000, h: 3_600_000, d: dayMs } as const;

/** The longest duration: ten years. A longer one is probably a typo; a date may be later. */
export const longestDuration = { text: '3650d', ms: 3_650 * unitMs.d } as const;

/** `2027-01-31`, or `2027-01-31T12:00Z`, optionally with seconds, fractions or an offset: see ISO 8601. */
const moment = /^(\d{4}-\d\d-\d\d)(?:T\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d))?$/;

/**
 * Reads a duration, e.g. `24h`.
 *
 * @returns Milliseconds; `undefined` for any other text and for a duration that is too long.
 */
export const readDuration = (text: string): number | undefined => {
  const [, count, unit] = /^(\d+)([smhd])$/.exec(text) ?? [];
  const ms = Number(count) * unitMs[unit as keyof typeof unitMs];
  return ms <= longestDuration.ms ? ms : undefined;
};

/**
 * Reads a moment: a date (00:00 UTC), a date and time with an offset, or a duration from now.
 *
 * @returns Milliseconds since the epoch; `undefined` for any other text and for a date that does not exist.
 */
export const readMoment = (text: string, now: number): number | undefined => {
  const duration = readDuration(text);
  const [, date] = moment.exec(text) ?? [];
  const time =
    duration === undefined ? Date.parse(isDate(date) ? text : 'no date') : now + duration;
  // Times are stored as texts that sort, so years have four digits.
  return /^\d{4}-/.test(String(new Date(time).toJSON())) ? time : undefined;
};

/** Whether a date exists: JavaScript reads February 30 as March 2. */
const isDate = (date: string | undefined): boolean =>
  date !== undefined &&
  !Number.isNaN(Date.parse(date)) &&
  new Date(date).toISOString().startsWith(date);
