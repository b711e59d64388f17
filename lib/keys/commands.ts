/** The commands of the operator's tool. */
import { cacheTtl } from '../../functions/keys/issued.ts';
import { issuerLost } from '../../functions/keys/issuer-secret.ts';
import type { KeyRecord } from '../../functions/keys/key-record.ts';
import { type Addresses, addressesOf } from '../accounts/addresses.ts';
import type { OperatorAccounts } from '../accounts/operator-accounts.ts';
import type { Circumstances, CommandOutput, Commands } from '../operator/command.ts';
import { planOption, refuseUnanswerable } from '../operator/options.ts';
import { factsText } from '../operator/text.ts';
import type { Issuer } from './issuer.ts';
import type { KeyStore } from './key-store.ts';
import { expiresOption, graceOption, idOption, ownerOption } from './options.ts';
import { keyTableText, type ListedKey, listed } from './print.ts';

/** The options of a command, as they stand on the command line. */
export interface CommandOptions {
  /** The word after the command: which key. */
  readonly id?: string;
  /** `-` where the key itself is to be read. */
  readonly key?: string;
  readonly owner?: string;
  readonly plan?: string;
  readonly expires?: string;
  readonly grace?: string;
  readonly new?: boolean;
  readonly yes?: boolean;
}

/** What a command has at hand. */
export interface CommandContext extends Circumstances {
  readonly keys: KeyStore;
  /** The accounts whose keys are among them. */
  readonly accounts: Pick<OperatorAccounts, 'find' | 'list' | 'revokeKey'>;
  /** Asks the operator for a key, or reads it from standard input. */
  readonly readKey: () => Promise<string>;
}

/** A key as it is listed, where this is the issuer. */
const view = (
  record: KeyRecord,
  issuer: Issuer | undefined,
  { stage, now }: CommandContext,
  { addresses }: Addresses = { addresses: new Map() },
): ListedKey => listed(record, { plans: stage.plans, issuer, addresses, now: now() });

/** The addresses of the accounts that keys are of. */
const addressesFor = (records: readonly KeyRecord[], { accounts, explain }: CommandContext) => {
  const ids = records.flatMap(({ account }) => (account === undefined ? [] : [account]));
  return addressesOf(ids, accounts, explain);
};

/** The issuer of a key that was just issued: nothing needs to be read, and so nothing can fail before the key is shown. */
const issuerOf = ({ issuer }: KeyRecord): Issuer | undefined =>
  issuer === undefined ? undefined : { fingerprint: issuer };

const show = (key: ListedKey, note = '', warning?: string): CommandOutput => ({
  json: key,
  text: factsText(key) + note,
  ...(warning && { warning }),
});

/**
 * Revokes a key. One of an account is revoked there, so that its holder sees it; by its record alone only
 * where the account does not have it, as after it was restored from a backup.
 */
const revoke = async (
  { id, account }: KeyRecord,
  { keys, accounts }: CommandContext,
): Promise<KeyRecord> =>
  account !== undefined && (await accounts.revokeKey(account, id))
    ? keys.find(id)
    : keys.revoke(id);

const expiry = (
  { expires }: CommandOptions,
  { now }: CommandContext,
): { readonly expires_at?: string } =>
  expires === undefined ? {} : { expires_at: expiresOption(expires, now()) };

/** What functions do that remember a key: see `cacheTtl`. */
const acceptedLonger = 'It may be accepted for up to a minute more, where it was used just now.';

const issuerWarning = (
  keys: readonly ListedKey[],
  issuer: Issuer | undefined,
): string | undefined => {
  if (issuer === undefined) return keys.length > 0 ? issuerLost : undefined;
  const { length } = keys.filter(({ status }) => status === 'other_issuer');
  if (length === 0) return undefined;
  return `Keys that another secret than the stage's tagged are refused: ${length}. What to do: docs/keys.md#if-the-secret-is-lost`;
};

const showIssuer = (issuer: Issuer | undefined): CommandOutput => {
  if (issuer === undefined) {
    return { json: null, text: 'There is none yet: the first key that is issued makes it.' };
  }
  const facts = { fingerprint: issuer.fingerprint, replaced_at: issuer.replaced_at ?? null };
  return { json: facts, text: factsText(facts) };
};

/** The commands by name. */
export const commands: Commands<CommandOptions, CommandContext> = {
  issue: {
    takes: ['owner', 'plan', 'expires'],
    usage: '--owner NAME --plan PLAN [--expires WHEN]',
    summary: 'issues a key, and shows it this once',
    run: async (options, context) => {
      const { key, record } = await context.keys.issue({
        owner: ownerOption(options.owner),
        plan: planOption(options.plan, context.stage),
        ...expiry(options, context),
      });
      const issued = view(record, issuerOf(record), context);
      return {
        issued: record.id,
        json: { key, ...issued },
        text: `${key}\n\nKeep the key: it is not shown again.\n\n${factsText(issued)}`,
      };
    },
  },

  list: {
    takes: [],
    usage: '',
    summary: 'lists all keys, the oldest first',
    run: async (_options, context) => {
      const [records, issuer] = [await context.keys.list(), await context.keys.issuer()];
      const addresses = await addressesFor(records, context);
      const keys = records.map((record) => view(record, issuer, context, addresses));
      const warning = [addresses.warning, issuerWarning(keys, issuer)].filter(Boolean).join(' ');
      return { json: keys, text: keyTableText(keys), ...(warning && { warning }) };
    },
  },

  show: {
    takes: ['id', 'key'],
    usage: 'ID',
    summary: 'shows all that is known of a key',
    run: async (options, context) => {
      const record = await context.keys.find(await idOption(options, context));
      const [issuer, addresses] = [
        await context.keys.issuer(),
        await addressesFor([record], context),
      ];
      return show(view(record, issuer, context, addresses), '', addresses.warning);
    },
  },

  revoke: {
    takes: ['id', 'key', 'yes'],
    usage: 'ID [--yes]',
    summary: 'revokes a key, for good',
    run: async (options, context) => {
      if (options.key !== undefined) refuseUnanswerable('key', options, context);
      const id = await idOption(options, context);
      const record = await context.keys.find(id);
      const addresses = await addressesFor([record], context);
      const { owner, plan } = view(record, undefined, context, addresses);
      const question = `Revoke the key ${id} of ${owner}, plan ${plan}?`;
      if (!options.yes && !(await context.confirm(question)))
        throw new Error('Nothing was revoked.');
      const note = `\n\n${acceptedLonger}`;
      // A revoked key is revoked, whoever issued it.
      const revoked = view(await revoke(record, context), undefined, context, addresses);
      return show(revoked, note, addresses.warning);
    },
  },

  rotate: {
    takes: ['id', 'key', 'grace', 'expires'],
    usage: 'ID [--grace DURATION] [--expires WHEN]',
    summary: 'issues a key in its context; it lives on (24h)',
    run: async (options, context) => {
      const [grace, { expires_at }] = [graceOption(options.grace), expiry(options, context)];
      const id = await idOption(options, context);
      const { key, record, predecessor } = await context.keys.rotate(id, grace, expires_at);
      const issuer = issuerOf(record);
      const [issued, old] = [view(record, issuer, context), view(predecessor, issuer, context)];
      const end = `The old one expires at ${old.expires_at}.`;
      const note = grace < cacheTtl ? `${end} ${acceptedLonger}` : end;
      return {
        issued: record.id,
        json: { key, ...issued, predecessor: old },
        text: `${key}\n\nKeep the key: it is not shown again. ${note}\n\n${factsText(issued)}`,
      };
    },
  },

  plan: {
    takes: ['id', 'key', 'plan'],
    usage: 'ID --plan PLAN',
    summary: 'puts a key on another plan',
    run: async (options, context) => {
      const plan = planOption(options.plan, context.stage);
      const id = await idOption(options, context);
      const note =
        '\n\nThe old plan may hold for up to a minute more, where the key was used just now.';
      // Read before the change: a failure afterwards would look as if nothing had changed.
      const issuer = await context.keys.issuer();
      return show(view(await context.keys.changePlan(id, plan), issuer, context), note);
    },
  },

  issuer: {
    takes: ['new', 'yes'],
    usage: '[--new [--yes]]',
    summary: 'shows whose secret tags keys, or makes one',
    run: async (options, context) => {
      const { keys, confirm } = context;
      if (!options.new) {
        const issuer = await keys.issuer();
        if (issuer === undefined && (await keys.list()).length > 0) throw new Error(issuerLost);
        return showIssuer(issuer);
      }
      if (await keys.issuer()) throw new Error('The issuer is there: nothing was done.');
      const { length } = await keys.list();
      const question = `Make a new secret? The keys issued so far, ${length}, will be refused.`;
      if (!options.yes && !(await confirm(question))) throw new Error('Nothing was done.');
      return showIssuer(await keys.replaceIssuer());
    },
  },
};
