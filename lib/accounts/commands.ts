/** The commands of the operator's tool for accounts. */
import type { Account } from '../../functions/accounts/account.ts';
import type { CommandOutput, Commands } from '../operator/command.ts';
import { planOption, refuseUnanswerable } from '../operator/options.ts';
import { accountOption, type CommandContext, type CommandOptions } from './options.ts';
import { accountTableText, accountText, listed, shown } from './print.ts';

/** What a person is told who changes what holds for keys: see `cacheTtl`. */
const withinAMinute = (what: string) =>
  `\n\n${what} for up to a minute more, where a key was used just now.`;

const show = (account: Account, { stage, now }: CommandContext, note = ''): CommandOutput => {
  const view = shown(account, { plans: stage.plans, now: now() });
  const { length } = account.pending;
  return {
    json: view,
    text: accountText(view) + note,
    ...(length > 0 && {
      warning: `Keys whose records are behind, and could not be written: ${length}. See show again.`,
    }),
  };
};

/** Asks whether to go on, where it was not said. */
const confirmed = async (
  what: string,
  account: Account,
  { yes }: CommandOptions,
  { stage, now, confirm }: CommandContext,
): Promise<void> => {
  if (yes) return;
  const { id, email, plan, active_keys } = listed(account, { plans: stage.plans, now: now() });
  const whose = email === null ? '' : ` of ${email}`;
  const question = `${what} the account ${id}${whose}, plan ${plan}, active keys: ${active_keys}?`;
  if (!(await confirm(question))) throw new Error('Nothing was done.');
};

/** The commands by name. */
export const commands: Commands<CommandOptions, CommandContext> = {
  list: {
    takes: [],
    usage: '',
    summary: 'lists all accounts, the oldest first',
    run: async (_options, { accounts, stage, now }) => {
      const [all, circumstances] = [await accounts.list(), { plans: stage.plans, now: now() }];
      const views = all.map((account) => listed(account, circumstances));
      const behind = all.filter(({ pending }) => pending.length > 0).map(({ id }) => id);
      return {
        json: views,
        text: accountTableText(views),
        ...(behind.length > 0 && {
          warning: `Accounts with keys whose records are behind, which show mends: ${behind.join(', ')}.`,
        }),
      };
    },
  },

  show: {
    takes: ['id', 'email'],
    usage: 'ID',
    summary: 'shows all that is known of an account, and its keys',
    run: async (options, context) => show(await accountOption(options, context), context),
  },

  plan: {
    takes: ['id', 'email', 'plan'],
    usage: 'ID --plan PLAN',
    summary: 'puts an account, with all its keys, on another plan',
    run: async (options, context) => {
      const plan = planOption(options.plan, context.stage);
      const { id } = await accountOption(options, context);
      const account = await context.accounts.changePlan(id, plan);
      return show(account, context, withinAMinute('The old plan may hold'));
    },
  },

  suspend: {
    takes: ['id', 'email', 'yes'],
    usage: 'ID [--yes]',
    summary: 'refuses all keys of an account, until it is resumed',
    run: async (options, context) => {
      if (options.email !== undefined) refuseUnanswerable('address', options, context);
      const account = await accountOption(options, context);
      await confirmed('Suspend', account, options, context);
      const suspended = await context.accounts.suspend(account.id);
      return show(suspended, context, withinAMinute('Its keys may be accepted'));
    },
  },

  resume: {
    takes: ['id', 'email'],
    usage: 'ID',
    summary: 'accepts the keys of a suspended account again',
    run: async (options, context) => {
      const { id } = await accountOption(options, context);
      const account = await context.accounts.resume(id);
      return show(account, context, withinAMinute('Its keys may be refused'));
    },
  },

  delete: {
    takes: ['id', 'email', 'user-pool', 'yes'],
    usage: 'ID [--user-pool ID] [--yes]',
    summary: 'revokes its keys, erases the address, removes the sign-in',
    run: async (options, context) => {
      if (options.email !== undefined) refuseUnanswerable('address', options, context);
      const account = await accountOption(options, context);
      // Of one that is deleted, something may be left to do, and there is nothing to lose.
      if (!account.deleted_at) await confirmed('Delete', account, options, context);
      // Found before anything is written: without it, nothing could be finished.
      const removeSignIn = await context.signInRemover(options['user-pool']);
      const deleted = await context.accounts.delete(account.id, removeSignIn);
      return show(deleted, context, withinAMinute('Its keys may be accepted'));
    },
  },
};
