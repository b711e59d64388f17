import type { Account, Tombstone } from '../../../functions/accounts/account.ts';
import type { CommandOutput } from '../command-line/command.ts';
import { unfinished } from '../command-line/explain.ts';
import {
  accountOptions,
  type CommandContext,
  type Commands,
  described,
  requireAnswer,
  requireConfirmation,
  withinAMinute,
} from './command.ts';
import { fromOption, nameOption, planOption } from './options.ts';
import { accountOption, idOption, isKey, keyOption } from './subject.ts';
import { accountTableText, accountText, shown } from './view.ts';

const result = (
  account: Account | Tombstone,
  context: CommandContext,
  note = withinAMinute,
): CommandOutput => {
  const view = shown(account, context);
  return { json: view, text: `${accountText(view)}\n\n${note}` };
};

export const accountCommands: Commands = {
  create: {
    takes: ['owner', 'plan'],
    usage: '--owner NAME --plan PLAN',
    summary: 'creates an account without a sign-in',
    run: async (options, context) => {
      const owner = nameOption('owner', options);
      const plan = planOption(options.plan, context.stage);
      const created = await context.accounts.create({ owner, plan });
      const next = `npm run accounts -- issue ${created.id} --name NAME --stage ${context.stage.name}`;
      return result(created, context, `To create a key: ${next}`);
    },
  },

  list: {
    takes: [],
    usage: '',
    summary: 'lists all accounts, the oldest first',
    run: async (_options, context) => {
      const views = (await context.accounts.list()).map((stored) => shown(stored, context));
      return { json: views, text: accountTableText(views) };
    },
  },

  show: {
    takes: [...accountOptions, 'key'],
    usage: 'ID|KEY',
    summary: 'shows an account and its keys',
    run: async (options, context) => {
      const selected = isKey(options) ? await keyOption(options, context) : undefined;
      const stored = selected?.account ?? (await accountOption(options, context));
      const view = {
        ...shown(stored, context),
        ...(selected && { selected_key: selected.key }),
      };
      return { json: view, text: accountText(view) };
    },
  },

  plan: {
    takes: [...accountOptions, 'plan'],
    usage: 'ID --plan PLAN',
    summary: 'changes the plan of an account and all its keys',
    run: async (options, context) => {
      const plan = planOption(options.plan, context.stage);
      const { id } = await accountOption(options, context);
      return result(await context.accounts.changePlan(id, plan), context);
    },
  },

  suspend: {
    takes: [...accountOptions, 'yes'],
    usage: 'ID [--yes]',
    summary: 'rejects all keys of an account until it is resumed',
    run: async (options, context) => {
      requireAnswer(options, context);
      const stored = await accountOption(options, context);
      await requireConfirmation(`Suspend ${described(stored, context)}?`, options, context);
      return result(await context.accounts.suspend(stored.id), context);
    },
  },

  resume: {
    takes: accountOptions,
    usage: 'ID',
    summary: 'accepts the keys of a suspended account again',
    run: async (options, context) => {
      const { id } = await accountOption(options, context);
      return result(await context.accounts.resume(id), context);
    },
  },

  delete: {
    takes: [...accountOptions, 'yes'],
    usage: 'ID [--yes]',
    summary: 'deletes an account and its user, for good',
    run: async (options, context) => {
      requireAnswer(options, context);
      const stored = await accountOption(options, context);
      const { id, sub } = stored;
      // A deleted account may still have a user.
      if (!stored.deleted_at) {
        await requireConfirmation(`Delete ${described(stored, context)}?`, options, context);
      }
      // Before anything is written: without the user pool, the deletion could not be finished.
      const users = sub === undefined ? undefined : await context.users(options['user-pool']);
      const tombstone = await context.accounts.delete(id);
      await users
        ?.remove(String(sub))
        .catch(unfinished(`The account ${id} is deleted, but not its user: repeat the command.`));
      return result(tombstone, context);
    },
  },

  restore: {
    takes: ['id', 'from', 'yes'],
    usage: 'ID --from TABLE [--yes]',
    summary: 'replaces an account by its copy in another table',
    run: async (options, context) => {
      const table = fromOption(options);
      const copy = await context.accounts.readCopy(idOption(options), table);
      const { id, changed_at } = copy;
      const live = await context.accounts.changedAt(id);
      const question = `Replace the account ${id}, changed at ${live?.S ?? 'an unknown time'}, by its copy, changed at ${changed_at}?`;
      await requireConfirmation(question, options, context);
      const note =
        'It is suspended. Repeat what changed since, then resume it: docs/accounts.md#restore-accounts';
      return result(await context.accounts.restore(copy, live), context, note);
    },
  },
};
