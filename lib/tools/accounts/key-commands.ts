import { keyView } from '../../../functions/accounts/account-view.ts';
import { accountKey } from '../../../functions/accounts/changes.ts';
import { cacheTtl } from '../../../functions/keys/issued.ts';
import type { CommandOutput } from '../command-line/command.ts';
import { factsText } from '../command-line/text.ts';
import {
  accountOptions,
  type CommandContext,
  type Commands,
  described,
  keyOptions,
  requireAnswer,
  requireConfirmation,
  withinAMinute,
} from './command.ts';
import type { IssuedKey } from './operator-accounts.ts';
import { expiresOption, graceOption, nameOption } from './options.ts';
import { accountOption, keyOption } from './subject.ts';

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

export const keyCommands: Commands = {
  issue: {
    takes: [...accountOptions, 'name', 'expires'],
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
    takes: [...keyOptions, 'grace', 'expires'],
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
    takes: [...keyOptions, 'yes'],
    usage: 'KEY [--yes]',
    summary: 'revokes a key, for good',
    run: async (options, context) => {
      requireAnswer(options, context);
      const { account: stored, key: id } = await keyOption(options, context);
      const question = `Revoke the key "${accountKey(stored, id).name}" of ${described(stored, context)}?`;
      await requireConfirmation(question, options, context);
      const view = shownKey({ account: await context.accounts.revoke(stored.id, id), id }, context);
      return { json: view, text: `${factsText(view)}\n\n${withinAMinute}` };
    },
  },
};
