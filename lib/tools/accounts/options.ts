/** The values of options. Each function returns the value, or throws an error that says which values are allowed. */
import type { AccountLimits } from '../../../functions/accounts/changes.ts';
import { storedTime } from '../../../functions/accounts/times.ts';
import { isName } from '../../../functions/keys/key-name.ts';
import type { Plan } from '../../../functions/quota/window.ts';
import { stageNamed, stageNames } from '../../settings/stages.ts';
import { longestDuration, readDuration, readMoment } from './when.ts';

/** The options of a command. */
export interface CommandOptions {
  /** The word after the command: the id of an account or a key. */
  readonly id?: string;
  /** `-`: the address of the account's holder is read from standard input. */
  readonly email?: string;
  /** `-`: the key is read from standard input. */
  readonly key?: string;
  readonly owner?: string;
  readonly name?: string;
  readonly plan?: string;
  readonly expires?: string;
  readonly grace?: string;
  readonly from?: string;
  readonly 'user-pool'?: string;
  readonly yes?: boolean;
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
