/** The commands of the operator's tool. */
import type { KeyRecord } from '../../functions/keys/record.ts';
import {
  expiresOption,
  graceOption,
  type IssuingStage,
  idArgument,
  ownerOption,
  planOption,
} from './options.ts';
import { keyTableText, keyText, listed } from './print.ts';
import type { KeyStore } from './store.ts';

/** What was said on the command line, as it was said. */
export interface Said {
  /** The word after the command: which key. */
  readonly id?: string;
  readonly owner?: string;
  readonly plan?: string;
  readonly expires?: string;
  readonly grace?: string;
  readonly yes?: boolean;
}

/** Where a command is done. */
export interface Place {
  readonly stage: IssuingStage;
  readonly keys: KeyStore;
  /** The clock, in milliseconds since the epoch. */
  readonly now: () => number;
  /** Asks the operator whether to go on. */
  readonly confirm: (question: string) => Promise<boolean>;
}

/** What there is to show: for a script, and for a person. */
export interface Shown {
  readonly json: unknown;
  readonly text: string;
}

/** A command of the tool. */
export interface Command {
  /** What it takes besides `--stage` and `--json`. */
  readonly takes: readonly (keyof Said)[];
  readonly usage: string;
  readonly summary: string;
  /** Does it. Rejects with an error whose message is for the operator. */
  readonly run: (said: Said, place: Place) => Promise<Shown>;
}

const view = (record: KeyRecord, { stage, now }: Place) => listed(record, stage.plans, now());

const show = (record: KeyRecord, place: Place, note = ''): Shown => {
  const key = view(record, place);
  return { json: key, text: keyText(key) + note };
};

const expiry = ({ expires }: Said, { now }: Place): { readonly expires_at?: string } =>
  expires === undefined ? {} : { expires_at: expiresOption(expires, now()) };

/** The commands by name. */
export const commands: Readonly<Record<string, Command>> = {
  issue: {
    takes: ['owner', 'plan', 'expires'],
    usage: '--owner NAME --plan PLAN [--expires WHEN]',
    summary: 'issues a key, and shows it this once',
    run: async (said, place) => {
      const { key, record } = await place.keys.issue({
        owner: ownerOption(said.owner),
        plan: planOption(said.plan, place.stage),
        ...expiry(said, place),
      });
      return {
        json: { key, ...view(record, place) },
        text: `${key}\n\nKeep the key: it is not shown again.\n\n${show(record, place).text}`,
      };
    },
  },

  list: {
    takes: [],
    usage: '',
    summary: 'lists all keys, the oldest first',
    run: async (_said, place) => {
      const keys = (await place.keys.list()).map((record) => view(record, place));
      return { json: keys, text: keyTableText(keys) };
    },
  },

  show: {
    takes: ['id'],
    usage: 'ID',
    summary: 'shows all that is known of a key',
    run: async (said, place) =>
      show(await place.keys.find(idArgument(said.id, place.stage)), place),
  },

  revoke: {
    takes: ['id', 'yes'],
    usage: 'ID [--yes]',
    summary: 'revokes a key, for good',
    run: async (said, place) => {
      const id = idArgument(said.id, place.stage);
      const { owner, plan } = await place.keys.find(id);
      const question = `Revoke the key ${id} of ${owner}, plan ${plan}?`;
      if (!said.yes && !(await place.confirm(question))) throw new Error('Nothing was revoked.');
      const note = '\n\nIt may be accepted for up to a minute more, where it was used just now.';
      return show(await place.keys.revoke(id), place, note);
    },
  },

  rotate: {
    takes: ['id', 'grace', 'expires'],
    usage: 'ID [--grace DURATION] [--expires WHEN]',
    summary: 'issues a key in its place; it lives on (24h)',
    run: async (said, place) => {
      const { key, record, predecessor } = await place.keys.rotate(
        idArgument(said.id, place.stage),
        graceOption(said.grace),
        expiry(said, place).expires_at,
      );
      const old = view(predecessor, place);
      return {
        json: { key, ...view(record, place), predecessor: old },
        text: `${key}\n\nKeep the key: it is not shown again. The old one expires at ${old.expires_at}.\n\n${show(record, place).text}`,
      };
    },
  },

  plan: {
    takes: ['id', 'plan'],
    usage: 'ID --plan PLAN',
    summary: 'puts a key on another plan',
    run: async (said, place) => {
      const id = idArgument(said.id, place.stage);
      const plan = planOption(said.plan, place.stage);
      const note =
        '\n\nThe old plan may hold for up to a minute more, where the key was used just now.';
      return show(await place.keys.changePlan(id, plan), place, note);
    },
  },
};
