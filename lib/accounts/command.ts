/** What a command of the tool is, its options, and which account or key it is about. */
import type { AccountKey } from '../../functions/accounts/account.ts';
import { storedTime } from '../../functions/accounts/changes.ts';
import {
  deriveAccountId,
  isAccountId,
  keyHash,
  keyId,
  parseAccountId,
} from '../../functions/keys/format.ts';
import { cacheTtl } from '../../functions/keys/policy.ts';
import { isName, longestLifeDays } from '../../functions/keys/rules.ts';
import { keptDays } from '../../functions/quota/item.ts';
import { dayMs } from '../../functions/quota/window.ts';
import type { AccountStage, CommandContext, DeployedStage } from './context.ts';

interface CommandFor<Given, Name extends OptionName> {
  readonly summary: string;
  readonly about?: 'ID' | 'KEY' | 'ID|KEY';
  readonly options?: readonly Name[];
  /** Whether it asks for a confirmation before it changes something. */
  readonly asks?: true;
  /**
   * Returns the result, and the id of a key that it shows once. Rejects with an error whose message is for the operator.
   */
  readonly run: (
    given: Given,
    context: CommandContext,
  ) => Promise<{ readonly json: unknown; readonly text: string; readonly issued?: string }>;
}

/** The ids of the account and the key that a command is about. */
interface Subject {
  readonly id: string;
  readonly key: string;
}

type OptionName = keyof typeof options;

/** The values of a command's options, and of those that say what it is about, as they were typed. */
type Typed = { readonly [Name in OptionName | 'id' | 'email' | 'key']?: string | undefined };

export type Command = CommandFor<Typed, OptionName>;

/** Creates a command that reads what it is about and its options, and no others, from what was typed. */
export const command = <Name extends OptionName = never>({
  run,
  ...facts
}: CommandFor<
  Subject & { readonly [Option in Name]: ReturnType<(typeof options)[Option]['read']> },
  Name
>): Command => ({
  ...facts,
  run: async (typed, context) => {
    const names = facts.options ?? [];
    const read = names.map((name) => [name, options[name].read(typed[name], context.stage)]);
    return run(
      { ...Object.fromEntries(read), ...(await findSubject(facts.about, typed, context)) },
      context,
    );
  },
});

/** An option, for `parseArgs`. `read` throws an error that says which values are allowed. */
const option = <Value>(
  placeholder: string,
  read: (text: string | undefined, stage: DeployedStage) => Value,
) => ({ type: 'string' as const, placeholder, read });

const nameOption = option('NAME', (text = '') => {
  if (isName(text)) return text;
  throw new Error('--owner and --name need 1 to 100 printable characters.');
});

/** The options of commands. One whose placeholder stands in brackets may be left out. */
export const options = {
  owner: nameOption,
  name: nameOption,
  plan: option('PLAN', (text, stage) => {
    if (stage.fault) throw stage.fault;
    if (text !== undefined && stage.plans.includes(text)) return text;
    const mistake = text ? `Deploy the plan "${text}" first, or use` : '--plan is missing. Use';
    const plans = stage.plans.join(', ');
    throw new Error(`${mistake} one of the stage "${stage.name}": ${plans}.`);
  }),
  /** See https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/HowItWorks.NamingRulesDataTypes.html */
  from: option('TABLE', (text = '') => {
    if (/^[\w.-]{3,255}$/.test(text)) return text;
    throw new Error('--from needs the name of the table that the account table was restored into.');
  }),
  /** As an attribute of a key. */
  expires: option('[WHEN]', (text): Pick<AccountKey, 'expires_at'> => {
    if (text === undefined) return {};
    const now = Date.now();
    const time = readMoment(text, now);
    if (time !== undefined && time > now) return { expires_at: storedTime(time) };
    throw new Error(
      `Invalid --expires "${text}": use a future date (2030-12-31) or a duration (90d, 12h) of at most ${longestDuration.text}.`,
    );
  }),
  grace: option('[DURATION]', (text = '24h') => {
    const duration = readDuration(text);
    // Functions may keep an account for a minute, so a shorter grace would last longer than promised.
    if (duration === 0 || Number(duration) >= 2 * cacheTtl) return Number(duration);
    throw new Error(
      `Invalid --grace "${text}": use 0s, or a number and m, h or d (30m, 24h, 7d), at least 2m, at most ${longestDuration.text}.`,
    );
  }),
  days: option('[N]', (text = '7') => {
    if (/^[1-9]\d?$/.test(text) && Number(text) <= keptDays) return Number(text);
    throw new Error(`--days needs a whole number from 1 to ${keptDays}: usage is kept that long.`);
  }),
};

const unitMs = { s: 1_000, m: 60_000, h: 3_600_000, d: dayMs };

/** The longest duration: ten years. A longer one is probably a typo; a date may be later. */
export const longestDuration = { text: `${longestLifeDays}d`, ms: longestLifeDays * dayMs };

/** Reads a duration, e.g. `24h`: milliseconds, or `undefined` for any other text and a duration that is too long. */
export const readDuration = (text: string): number | undefined => {
  const [, count, unit] = /^(\d+)([smhd])$/.exec(text) ?? [];
  const ms = Number(count) * unitMs[unit as keyof typeof unitMs];
  return ms <= longestDuration.ms ? ms : undefined;
};

/** `2027-01-31`, or `2027-01-31T12:00Z`, optionally with seconds, fractions or an offset: see ISO 8601. */
const moment = /^(\d{4}-\d\d-\d\d)(?:T\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d))?$/;

/**
 * Reads a moment: a date (its end in UTC), a date and time with an offset, or a duration from now.
 *
 * @returns Milliseconds since the epoch; `undefined` for any other text and for a date that does not exist.
 */
export const readMoment = (text: string, now: number): number | undefined => {
  const duration = readDuration(text);
  const [, date = '-'] = moment.exec(text) ?? [];
  // JavaScript reads 30 February as 2 March.
  const exists = String(new Date(date).toJSON()).startsWith(date);
  const wholeDay = text === date ? dayMs : 0;
  const time = duration === undefined ? Date.parse(exists ? text : '') + wholeDay : now + duration;
  // Times are stored as texts that sort, so years have four digits.
  return /^\d{4}-/.test(String(new Date(time).toJSON())) ? time : undefined;
};

/** Finds what a command is about. Addresses and keys are read from standard input, and never repeated. */
const findSubject = async (
  about: 'ID' | 'KEY' | 'ID|KEY' | undefined,
  { id = '', email, key }: Typed,
  { stage, users, readSecret }: CommandContext,
): Promise<Subject> => {
  if (about === 'KEY' || (about === 'ID|KEY' && (key !== undefined || isKeyId(id)))) {
    const subject = key === undefined ? id : parseKeyId(await readSecret('key'), stage);
    if (isKeyId(subject)) return { id: subject.slice(0, -9), key: subject };
    throw new Error('Which key? Use its id, as show shows it, or --key -, which asks for the key.');
  }
  if (about === undefined || isAccountId(id)) return { id, key: '' };
  if (email === undefined) {
    throw new Error(
      'Which account? Use its id, as list shows it, or --email -, which asks for the address.',
    );
  }
  const address = await readSecret('address');
  const [only, ...rest] = (await (await users()).findSubs(address)).map(deriveAccountId);
  if (only === undefined) throw new Error(`No user of the stage "${stage.name}" has that address.`);
  if (rest.length === 0) return { id: only, key: '' };
  throw new Error(`Several users have that address. Use an id: ${[only, ...rest].join(', ')}.`);
};

const isKeyId = (text: string): boolean =>
  /-[0-9a-f]{8}$/.test(text) && isAccountId(text.slice(0, -9));

const parseKeyId = (key: string, stage: AccountStage): string => {
  const account = parseAccountId(key, stage.name);
  if (account !== undefined) return keyId(account, keyHash(key));
  throw new Error(`That is not a key of the stage "${stage.name}", or not the whole key.`);
};
