import type { Account, Tombstone } from '../../../functions/accounts/account.ts';
import { keyView } from '../../../functions/accounts/account-view.ts';
import {
  accountKey,
  resumed,
  revoked,
  suspended,
  withPlan,
} from '../../../functions/accounts/changes.ts';
import { cacheTtl } from '../../../functions/keys/issued.ts';
import { Unfinished } from '../command-line/explain.ts';
import { factsText } from '../command-line/text.ts';
import {
  type Command,
  type CommandContext,
  type CommandOutput,
  confirmChange,
  requireYes,
  withinAMinute,
} from './command.ts';
import type { IssuedKey } from './operator-accounts.ts';
import { expiresOption, fromOption, graceOption, nameOption, planOption } from './options.ts';
import { accountOption, idOption, isKey, keyOption } from './subject.ts';
import { accountTableText, accountText, shown } from './view.ts';

const accountResult = (
  account: Account | Tombstone,
  context: CommandContext,
  note = withinAMinute,
): CommandOutput => {
  const view = shown(account, context);
  return { json: view, text: `${accountText(view)}\n\n${note}` };
};

const shownKey = ({ account, id }: Omit<IssuedKey, 'key'>, { now }: CommandContext) => ({
  account: account.id,
  ...keyView(account, accountKey(account, id), now()),
});

const issuedResult = (
  issued: IssuedKey,
  context: CommandContext,
  note = '',
  more: object = {},
): CommandOutput => {
  const view = shownKey(issued, context);
  return {
    issued: issued.id,
    json: { key: issued.key, ...view, ...more },
    text: `${issued.key}\n\nKeep the key: it is not shown again.${note}\n\n${factsText(view)}`,
  };
};

export const commands: Readonly<Record<string, Command>> = {
  create: {
    usage: '--owner NAME --plan PLAN',
    summary: 'creates an account without a sign-in',
    run: async (options, context) => {
      const owner = nameOption('owner', options);
      const plan = planOption(options.plan, context.stage);
      const created = await context.accounts.create({ owner, plan });
      const next = `npm run accounts -- issue ${created.id} --name NAME --stage ${context.stage.name}`;
      return accountResult(created, context, `To create a key: ${next}`);
    },
  },

  list: {
    usage: '',
    summary: 'lists all accounts, the oldest first',
    run: async (_options, context) => {
      const views = (await context.accounts.list()).map((stored) => shown(stored, context));
      return { json: views, text: accountTableText(views) };
    },
  },

  show: {
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
    usage: 'ID --plan PLAN',
    summary: 'changes the plan of an account and all its keys',
    run: async (options, context) => {
      const plan = planOption(options.plan, context.stage);
      const { id } = await accountOption(options, context);
      const changed = await context.accounts.change(id, 'plan', (account, time) =>
        withPlan(account, plan, time),
      );
      return accountResult(changed, context);
    },
  },

  suspend: {
    usage: 'ID [--yes]',
    summary: 'rejects all keys of an account until it is resumed',
    run: async (options, context) => {
      const stored = await accountOption(options, context);
      await confirmChange('Suspend', stored, options, context);
      return accountResult(await context.accounts.change(stored.id, 'suspend', suspended), context);
    },
  },

  resume: {
    usage: 'ID',
    summary: 'accepts the keys of a suspended account again',
    run: async (options, context) => {
      const { id } = await accountOption(options, context);
      return accountResult(await context.accounts.change(id, 'resume', resumed), context);
    },
  },

  delete: {
    usage: 'ID [--yes]',
    summary: 'deletes an account and its user, for good',
    run: async (options, context) => {
      const stored = await accountOption(options, context);
      const { id, sub } = stored;
      // A deleted account may still have a user.
      if (!stored.deleted_at) await confirmChange('Delete', stored, options, context);
      // Before anything is written: without the user pool, the deletion could not be finished.
      const users = sub === undefined ? undefined : await context.users(options['user-pool']);
      const tombstone = await context.accounts.delete(id);
      await users?.remove(String(sub)).catch((cause: unknown) => {
        const left = `The account ${id} is deleted, but not its user: repeat the command.`;
        throw new Unfinished(left, { cause });
      });
      return accountResult(tombstone, context);
    },
  },

  restore: {
    usage: 'ID --from TABLE [--yes]',
    summary: 'replaces an account by its copy in another table',
    run: async (options, context) => {
      const table = fromOption(options);
      const copy = await context.accounts.readCopy(await idOption(options, context), table);
      const { id, changed_at } = copy;
      const live = await context.accounts.changedAt(id);
      const question = `Replace the account ${id}, changed at ${live?.S ?? 'an unknown time'}, by its copy, changed at ${changed_at}?`;
      await requireYes(question, options, context);
      const note =
        'It is suspended. Repeat what changed since, then resume it: docs/accounts.md#restore-accounts';
      return accountResult(await context.accounts.restore(copy, live), context, note);
    },
  },

  issue: {
    usage: 'ID --name NAME [--expires WHEN]',
    summary: 'creates a key, and shows it this once',
    run: async (options, context) => {
      const name = nameOption('name', options);
      const expiry = expiresOption(options, context.now());
      const { id } = await accountOption(options, context);
      const issued = await context.accounts.issue(id, { name, ...expiry });
      return issuedResult(issued, context);
    },
  },

  rotate: {
    usage: 'KEY [--grace DURATION] [--expires WHEN]',
    summary: 'replaces a key; the default grace is 24h',
    run: async (options, context) => {
      const graceMs = graceOption(options);
      const expiry = expiresOption(options, context.now());
      const { account: old, key: oldId } = await keyOption(options, context);
      const issued = await context.accounts.rotate(old.id, oldId, { graceMs, ...expiry });
      const predecessor = shownKey({ ...issued, id: oldId }, context);
      const soon = graceMs < cacheTtl ? ` ${withinAMinute}` : '';
      const note = ` The old one expires at ${predecessor.expires_at}.${soon}`;
      return issuedResult(issued, context, note, { predecessor });
    },
  },

  revoke: {
    usage: 'KEY [--yes]',
    summary: 'revokes a key, for good',
    run: async (options, context) => {
      const { account: stored, key: id } = await keyOption(options, context);
      const change = `Revoke the key "${accountKey(stored, id).name}" of`;
      await confirmChange(change, stored, options, context);
      const account = await context.accounts.change(stored.id, 'revoke', (seen, time) =>
        revoked(seen, id, time),
      );
      const view = shownKey({ account, id }, context);
      return { json: view, text: `${factsText(view)}\n\n${withinAMinute}` };
    },
  },
};
