import type { Account, Tombstone } from '../../functions/accounts/account.ts';
import * as changes from '../../functions/accounts/changes.ts';
import { requireAccount } from '../../functions/accounts/changes.ts';
import type { KeyView } from '../../functions/accounts/responses.ts';
import { keyView } from '../../functions/accounts/view.ts';
import { createAccountId, createAccountKey, keyId } from '../../functions/keys/format.ts';
import { dayMs } from '../../functions/quota/window.ts';
import { tableText } from '../command-line/command-line.ts';
import { type Command, command } from './command.ts';
import type { AccountStage, CommandContext } from './context.ts';
import { Unfinished } from './explain.ts';
import type { Damaged } from './operator-accounts.ts';

/** How long functions may use what they have read of an account: see `cacheTtl`. */
const inAMinute = 'It takes up to a minute until this holds everywhere.';

const accountResult = (account: Account | Tombstone, stage: AccountStage, note = inAMinute) => {
  const view = shownAccount(account, stage);
  return { json: view, text: `${accountText(view)}\n\n${note}` };
};

const shownKey = (account: Account, id: string) => ({
  account: account.id,
  ...keyView(account, changes.requireKey(account, id), Date.now()),
});

/** Shows a new key this once. */
const issuedResult = (key: string, view: ReturnType<typeof shownKey>, note = '', more = {}) => ({
  issued: view.id,
  json: { key, ...view, ...more },
  text: `${key}\n\nKeep the key: it is not shown again.${note}\n\n${factsText(view)}`,
});

/** Asks whether to change an account, e.g. to `Suspend` it. */
const confirmChange = (change: string, account: Account | Tombstone, context: CommandContext) => {
  const { id, email, owner, plan, keys } = shownAccount(account, context.stage);
  return context.confirm(
    `${change} the account ${id} of ${email ?? owner}, plan ${plan}, active keys: ${activeKeys(keys)}?`,
  );
};

export const commands: Readonly<Record<string, Command>> = {
  create: command({
    options: ['owner', 'plan'],
    summary: 'creates an account without a sign-in',
    run: async ({ owner, plan }, { stage, accounts }) => {
      const id = createAccountId();
      const created = await accounts.put(
        id,
        { change: 'operator-create' },
        (seen, time) =>
          seen ? requireAccount(seen) : changes.newAccount({ id, owner, plan }, time),
        `It is not known whether the account ${id} was created: see show ${id}.`,
      );
      const next = `npm run accounts -- issue ${id} --name NAME --stage ${stage.name}`;
      return accountResult(created, stage, `To create a key: ${next}`);
    },
  }),

  list: command({
    summary: 'lists all accounts, the oldest first',
    run: async (_given, { stage, accounts }) => {
      const views = (await accounts.list()).map((stored) => shownAccount(stored, stage));
      const rows = views.map(({ id, email, owner, plan, keys, created_at, status }) => {
        return [id, email ?? owner, plan, activeKeys(keys), seconds(created_at), status];
      });
      const titles = ['ID', 'E-MAIL OR OWNER', 'PLAN', 'KEYS', 'CREATED', 'STATUS'];
      return { json: views, text: tableText([titles, ...rows]) };
    },
  }),

  show: command({
    about: 'ID|KEY',
    summary: 'shows an account and its keys',
    run: async ({ id, key }, { stage, accounts }) => {
      const stored = await accounts.read(id);
      if (key) changes.requireKey(requireAccount(stored), key);
      const view = { ...shownAccount(stored, stage), ...(key && { selected_key: key }) };
      return { json: view, text: accountText(view) };
    },
  }),

  usage: command({
    about: 'ID',
    options: ['days'],
    summary: 'shows requests by day and key (default: 7 days)',
    run: async ({ id, days: count }, { accounts }) => {
      const stored = await accounts.read(id);
      const keys = stored.deleted_at === undefined ? stored.keys : [];
      const keyName = (key: string) =>
        keys.find(({ hash }) => keyId(id, hash) === key)?.name ?? null;
      const now = Date.now();
      const usage = await accounts.usage(id, count, now);
      const today = Math.floor(now / dayMs);
      const days = Array.from({ length: count }, (_, at) => {
        const keys = usage
          .map(([key, requests]) => ({ id: key, name: keyName(key), requests: requests[at] ?? 0 }))
          .filter(({ requests }) => requests > 0);
        return {
          day: new Date((today - count + 1 + at) * dayMs).toISOString().slice(0, 10),
          requests: keys.reduce((sum, { requests }) => sum + requests, 0),
          keys,
        };
      });
      const rows = days.flatMap(({ day, requests, keys }) => [
        [day, 'all', '', requests],
        ...keys.map(({ id, name, requests }) => [day, id, name, requests]),
      ]);
      return { json: { id, days }, text: tableText([['DAY', 'KEY', 'NAME', 'REQUESTS'], ...rows]) };
    },
  }),

  plan: command({
    about: 'ID',
    options: ['plan'],
    summary: 'changes the plan of an account and all its keys',
    run: async ({ id, plan }, { stage, accounts }) => {
      const note = { change: 'operator-plan', plan };
      const changed = await accounts.change(id, note, (account, time) =>
        changes.withPlan(account, plan, time),
      );
      return accountResult(changed, stage);
    },
  }),

  suspend: command({
    about: 'ID',
    asks: true,
    summary: 'rejects all keys of an account until it is resumed',
    run: async ({ id }, context) => {
      const { stage, accounts } = context;
      await confirmChange('Suspend', await accounts.read(id), context);
      const note = { change: 'operator-suspend' };
      return accountResult(await accounts.change(id, note, changes.suspended), stage);
    },
  }),

  resume: command({
    about: 'ID',
    summary: 'accepts the keys of a suspended account again',
    run: async ({ id }, { stage, accounts }) => {
      const note = { change: 'operator-resume' };
      return accountResult(await accounts.change(id, note, changes.resumed), stage);
    },
  }),

  delete: command({
    about: 'ID',
    asks: true,
    summary: 'deletes an account and its user, for good',
    run: async ({ id }, context) => {
      const { stage, accounts, users: findUsers } = context;
      const stored = await accounts.read(id);
      const { sub } = stored;
      // A deleted account may still have a user.
      if (!stored.deleted_at) await confirmChange('Delete', stored, context);
      // Before anything is written: without the user pool, the deletion could not be finished.
      const users = sub === undefined ? undefined : await findUsers();
      const tombstone = await accounts.put(id, { change: 'operator-delete' }, (seen, time) =>
        changes.deleted({ id }, seen, time),
      );
      await users?.remove(String(sub)).catch((cause: unknown) => {
        const left = `The account ${id} is deleted, but not its user: repeat the command.`;
        throw new Unfinished(left, { cause });
      });
      return accountResult(tombstone, stage);
    },
  }),

  restore: command({
    about: 'ID',
    options: ['from'],
    asks: true,
    summary: 'replaces an account by its copy in another table',
    run: async ({ id, from }, { stage, accounts, confirm }) => {
      const restored = await accounts.restore(id, from, (copy, changedAt) => {
        const live = `the account ${id}, changed at ${changedAt ?? 'an unknown time'}`;
        return confirm(
          copy.deleted_at
            ? `Delete ${live}? Its copy is of an account that was deleted at ${copy.deleted_at}.`
            : `Replace ${live}, by its copy, changed at ${copy.changed_at}?`,
        );
      });
      const next = `npm run accounts -- delete ${id} --stage ${stage.name}`;
      const deleted = `It is deleted, as its copy was.${restored.sub ? ` To remove its user, if it has one: ${next}` : ''}`;
      const suspended =
        'It is suspended. Repeat what changed since, then resume it: docs/accounts.md#restore-accounts';
      return accountResult(restored, stage, restored.deleted_at ? deleted : suspended);
    },
  }),

  issue: command({
    about: 'ID',
    options: ['name', 'expires'],
    summary: 'creates a key, and shows it this once',
    run: async ({ id, name, expires }, { stage, accounts }) => {
      const { key, id: created, stored } = createAccountKey(stage.name, id);
      const account = await accounts.change(
        id,
        { change: 'operator-issue', key: created },
        (seen, time) => changes.withKey(seen, { ...stored, name, ...expires }, stage.limits, time),
        `The key ${created} may have been created, but was not shown: if show ${id} lists it, revoke it.`,
      );
      return issuedResult(key, shownKey(account, created));
    },
  }),

  rotate: command({
    about: 'KEY',
    options: ['grace', 'expires'],
    summary: 'replaces a key; the default grace is 24h',
    run: async ({ id, key: old, grace: graceMs, expires }, { stage, accounts }) => {
      const { key, id: created, stored } = createAccountKey(stage.name, id);
      const successor = { ...stored, graceMs, ...expires };
      const account = await accounts.change(
        id,
        { change: 'operator-rotate', key: old, successor: created },
        (seen, time) => changes.rotated(seen, old, successor, stage.limits, time),
        `The key ${old} may have been rotated, but its successor was not shown: if show ${id} lists ${created}, revoke it, and issue a new key.`,
      );
      const predecessor = shownKey(account, old);
      const soon = graceMs === 0 ? ` ${inAMinute}` : '';
      const note = ` The old one expires at ${predecessor.expires_at}.${soon}`;
      return issuedResult(key, shownKey(account, created), note, { predecessor });
    },
  }),

  revoke: command({
    about: 'KEY',
    asks: true,
    summary: 'revokes a key, for good',
    run: async ({ id, key }, context) => {
      const { accounts } = context;
      const stored = requireAccount(await accounts.read(id));
      const { name } = changes.requireKey(stored, key);
      await confirmChange(`Revoke the key "${name}" of`, stored, context);
      const account = await accounts.change(id, { change: 'operator-revoke', key }, (seen, time) =>
        changes.revoked(seen, key, time),
      );
      const view = shownKey(account, key);
      return { json: view, text: `${factsText(view)}\n\n${inAMinute}` };
    },
  }),
};

/**
 * Shows an account, and its keys, the oldest first. `sub` is the user in the user pool. What does not apply is `null`;
 * times are ISO 8601 in UTC.
 */
const shownAccount = (stored: Account | Tombstone | Damaged, { plans }: AccountStage) => {
  const known = 'damaged' in stored ? undefined : stored;
  const account = known?.deleted_at === undefined ? known : undefined;
  return {
    id: stored.id,
    sub: known?.sub ?? null,
    email: account?.email === undefined ? null : printable(account.email),
    owner: account?.owner ?? null,
    plan: account?.plan ?? null,
    created_at: known?.created_at ?? null,
    changed_at: known?.changed_at ?? null,
    suspended_at: known?.suspended_at ?? null,
    deleted_at: known?.deleted_at ?? null,
    status: accountStatus(stored, plans),
    keys: account?.keys.map((key) => keyView(account, key, Date.now())) ?? [],
  };
};

/** `no_plan`: its plan is not one of the stage's. `damaged`: its item can't be read. Its keys get 500. */
const accountStatus = (account: Account | Tombstone | Damaged, plans: AccountStage['plans']) => {
  if ('damaged' in account) return 'damaged';
  if (account.deleted_at !== undefined) return 'deleted';
  if (account.suspended_at) return 'suspended';
  return plans.includes(account.plan) ? 'active' : 'no_plan';
};

/** An address as a terminal may show it: its holder chose the characters. */
const printable = (email: string): string => email.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, '\ufffd');

/** How many keys are neither revoked nor expired. */
const activeKeys = (keys: readonly KeyView[]): number =>
  keys.filter(({ status }) => status === 'active' || status === 'suspended').length;

/** An account: a fact per line, then a table of its keys. */
const accountText = ({ keys, ...facts }: ReturnType<typeof shownAccount>): string => {
  if (keys.length === 0) return factsText(facts);
  return `${factsText(facts)}\n\n${tableText([
    ['ID', 'KEY', 'NAME', 'CREATED', 'EXPIRES', 'STATUS'],
    ...keys.map(({ id, start, name, created_at, expires_at, status }) => {
      return [id, `${start}…`, name, seconds(created_at), seconds(expires_at) ?? 'never', status];
    }),
  ])}`;
};

/** The facts that are not `null`, one per line. */
const factsText = (facts: object): string => {
  const known = Object.entries(facts).filter(([, value]) => value !== null);
  const width = Math.max(...known.map(([name]) => name.length));
  return known.map(([name, value]) => `${name.padEnd(width)}  ${value}`).join('\n');
};

const seconds = (time: string | null) => time?.replace(/\.\d+Z$/, 'Z');
