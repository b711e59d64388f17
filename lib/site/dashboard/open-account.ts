/** An open account: it is read again and again, and changed by the user. */
import type {
  AccountView,
  FreshKey,
  KeyView,
  RotatedKey,
} from '../../../functions/accounts/responses.ts';
import type { UsageView } from '../../../functions/endpoints/usage/usage-view.ts';
import { type Api, CallFailed } from './api.ts';
import { ago } from './times.ts';

/** A new key, and the key that it replaces. */
export type NewKey = FreshKey & Partial<RotatedKey>;

export interface Question {
  readonly kind: 'create' | 'rename' | 'rotate' | 'revoke' | 'delete';
  /** What it is about, if it is about a key. */
  readonly key?: KeyView;
}

/** What is shown of an account. */
interface Shown {
  account: AccountView;
  /** Undefined before the first read. It is not read for an account without keys. */
  usage: UsageView | undefined;
  /** When usage was read, in milliseconds since the epoch. */
  usageAt: number;
  /** The id of the key whose usage is shown; empty for all keys. */
  whose: string;
  /** The names in it are isolated by U+2068 and U+2069, which no name has. */
  message: string;
  /** Why the account, or its usage, could not be read again. */
  trouble: string;
  usageTrouble: string;
  question: Question | undefined;
  /** Why what was asked is not done yet. */
  problem: string;
  /** Whether a change is under way. */
  busy: boolean;
}

/** What the page around it does. */
interface Surroundings {
  readonly draw: () => void;
  /** Shows a new key. Resolves when the user has saved it or left the page. */
  readonly reveal: (fresh: NewKey) => Promise<void>;
  /** Called when nothing can be done here any more. */
  readonly onExpired: () => void;
  /** @param here - whether it was deleted on this page. */
  readonly onDeleted: (here: boolean) => void;
}

export type OpenAccount = Awaited<ReturnType<typeof openAccount>>;

/** Pauses between reads of the account, and of usage, which costs more, in milliseconds. */
const pace = 5_000;
const slowestPace = 60_000;
const usagePace = 30_000;
/** How long the page waits for its first usage, and how long it shows a message. */
const usagePatience = 3_000;
const messageTime = 5_000;

/** For a lost response, or a fault of the service. */
const lostChange = 'It is not known whether this worked. Try again.';
const lostKey =
  'It is not known whether this worked, and the key may exist: if it is in the list, revoke it, since it can’t be shown again.';

/** Not shown any more once a read fails. */
const changedElsewhere = 'Something was changed elsewhere. The page is up to date now.';

/**
 * Opens the account, which is created if there is none.
 *
 * @throws {CallFailed} if it can't be opened.
 */
export const openAccount = async (
  api: Api,
  { draw, reveal, onExpired, onDeleted }: Surroundings,
) => {
  const shown: Shown = {
    account: await api.open(),
    usage: undefined,
    usageAt: 0,
    whose: '',
    message: '',
    trouble: '',
    usageTrouble: '',
    question: undefined,
    problem: '',
    busy: false,
  };
  const closed = new AbortController();
  const { signal } = closed;
  let readAt = Date.now();
  /** When the account, and its usage, was last asked for; 0 if that was not sent. */
  let askedAt = readAt;
  let usageAskedAt = 0;
  let newestRead = 0;
  let failures = 0;
  /** Whether a change is under way, or its new key is not saved yet. */
  let changing = false;
  /** Whether something was changed here since the last read. */
  let changed = false;
  let nextRead: ReturnType<typeof setTimeout> | undefined;
  let nextSilence: ReturnType<typeof setTimeout> | undefined;

  const set = (changes: Partial<Shown>) => {
    Object.assign(shown, changes);
    if (!signal.aborted) draw();
  };

  const close = () => {
    closed.abort();
    clearTimeout(nextRead);
    clearTimeout(nextSilence);
  };

  /** Closes it if nothing can be done here any more. Returns whether it is closed. */
  const isOver = ({ isEnd, status }: CallFailed): boolean => {
    if (!signal.aborted && isEnd) {
      close();
      if (status === 401) onExpired();
      else onDeleted(false);
    }
    return signal.aborted;
  };

  /** Shows a message until the next press, and no longer than its time unless it stays. */
  const say = (message: string, stays = false) => {
    clearTimeout(nextSilence);
    if (message !== '' && !stays) nextSilence = setTimeout(say, messageTime, '');
    if (message !== shown.message) set({ message });
  };

  const readUsage = async () => {
    usageAskedAt = Date.now();
    try {
      const usage = await api.usage();
      set({ usage, usageAt: Date.now(), usageTrouble: '' });
    } catch (error) {
      if (!(error instanceof CallFailed) || error.isEnd) throw error;
      if (error.certain && error.status === undefined) usageAskedAt = 0;
      set({ usageTrouble: `Usage could not be read. ${error.message}` });
    }
  };

  /**
   * Reads now, and again after a pause, while the page is visible. Earlier reads are no longer shown.
   *
   * @param atOnce - whether also to read usage now, rather than after its pause.
   */
  const read = async (atOnce = false): Promise<void> => {
    clearTimeout(nextRead);
    newestRead += 1;
    if (signal.aborted || changing || document.visibilityState === 'hidden') return;
    const ownRead = newestRead;
    askedAt = Date.now();
    try {
      const account = await api.read();
      if (ownRead !== newestRead) return;
      failures = 0;
      if (!changed && !shown.question && lastingParts(account) !== lastingParts(shown.account)) {
        say(changedElsewhere, true);
      }
      changed = false;
      readAt = Date.now();
      set({ account, trouble: '' });
      const isDue = atOnce || readAt - usageAskedAt >= usagePace;
      if (isDue && account.keys.length > 0) await readUsage();
    } catch (error) {
      if (!(error instanceof CallFailed)) throw error;
      if (ownRead !== newestRead || isOver(error)) return;
      failures += 1;
      if (error.certain && error.status === undefined) askedAt = 0;
      if (shown.message === changedElsewhere) say('');
      set({ trouble: `${error.message} What you see was read ${ago(readAt, Date.now())}.` });
    }
    if (ownRead !== newestRead) return;
    nextRead = setTimeout(read, Math.min(pace * 2 ** failures, slowestPace));
  };

  /** Shows a new key, and then adds it to the list. Resolves to a message. */
  const showNewKey = async (fresh: NewKey, message: string): Promise<string> => {
    set({ busy: false, question: undefined });
    await reveal(fresh);
    // Before the account is read again, so that the page moves only right after a press.
    set({ account: withFreshKey(shown.account, fresh) });
    return message;
  };

  /** Does what was asked. Resolves to a message. */
  const carryOut = async ({ kind, key }: Question, answers: FormData): Promise<string> => {
    const id = String(key?.id);
    const name = String(answers.get('name')).trim();
    const number = (field: string) => Number(answers.get(field)) || null;
    switch (kind) {
      case 'create':
        return showNewKey(
          await api.create(name, number('days')),
          `“\u2068${name}\u2069” created. It’s ready to use.`,
        );
      case 'rotate':
        return showNewKey(
          await api.rotate(id, number('grace') ?? 0),
          `“\u2068${key?.name}\u2069” is rotated. The new key works.`,
        );
      case 'rename':
        await api.rename(id, name);
        return 'Renamed.';
      case 'revoke':
        await api.revoke(id);
        return `“\u2068${key?.name}\u2069” is revoked. Requests with it will fail within a minute.`;
      case 'delete':
        await api.remove();
        close();
        onDeleted(true);
        return '';
    }
  };

  /** Reads after a change, also if it was cancelled: a key whose response was lost may exist. */
  const settle = async (message: string, stays = false) => {
    changing = false;
    changed = true;
    set({ busy: false, question: undefined });
    await read(message !== '');
    if (changing || signal.aborted) return;
    say(message, stays);
    // The focused element may be gone, such as the button of a revoked key.
    const { activeElement: focused } = document;
    if (focused === document.body || !focused?.checkVisibility()) {
      document.getElementById('keys-title')?.focus();
    }
  };

  /** Makes one change at a time. A question stays open after a failure that a retry may fix. */
  const change = async (question: Question, answers: FormData): Promise<void> => {
    if (changing) return;
    changing = true;
    // A read under way is from before the change, and one after a deletion would end the page.
    clearTimeout(nextRead);
    newestRead += 1;
    set({ busy: true, message: '', problem: '' });
    try {
      await settle(await carryOut(question, answers));
    } catch (error) {
      if (!(error instanceof CallFailed)) throw error;
      if (isOver(error)) return;
      const makesKey = question.kind === 'create' || question.kind === 'rotate';
      const lost = makesKey ? lostKey : lostChange;
      const problem = error.certain ? error.message : lost;
      const mayRetry =
        error.status === undefined || error.status >= 500 || [422, 429].includes(error.status);
      if (!mayRetry || shown.question !== question) {
        return await settle(`${problem} The list is up to date.`, true);
      }
      changing = false;
      nextRead = setTimeout(read, pace);
      set({ busy: false, problem });
    }
  };

  // The page keeps its pace, however often it is seen again.
  const comeBack = () => {
    failures = 0;
    clearTimeout(nextRead);
    nextRead = setTimeout(read, askedAt + pace - Date.now());
  };
  document.addEventListener('visibilitychange', comeBack, { signal });
  addEventListener('online', comeBack, { signal });
  nextRead = setTimeout(read, pace);
  if (shown.account.keys.length > 0) {
    // Both are shown at once, unless usage takes long.
    const late = new Promise((resolve) => setTimeout(resolve, usagePatience));
    await Promise.race([readUsage().catch(ignoreRefusal), late]);
  }

  return {
    shown: shown as Readonly<Shown>,
    ask: (question: Question) => set({ question, problem: '', message: '' }),
    change,
    /** Closes a question without an answer. */
    cancel: (question: Question) => {
      if (shown.question === question && !changing) void settle('');
    },
    choose: (whose: string) => set({ whose }),
    clearMessage: () => say(''),
    close,
  };
};

/** The next read finds out the same. */
const ignoreRefusal = (error: unknown): void => {
  if (!(error instanceof CallFailed)) throw error;
};

/** An account with a key that was just created, and the new end of its predecessor. */
const withFreshKey = (account: AccountView, { item, predecessor }: NewKey): AccountView => ({
  ...account,
  keys: [
    item,
    ...account.keys
      .filter(({ id }) => id !== item.id)
      .map((key) => (key.id === predecessor?.id ? predecessor : key)),
  ],
});

/** The parts of an account that only change when somebody changes them. */
const lastingParts = ({ suspended_at, plan, keys }: AccountView): string =>
  JSON.stringify([
    suspended_at,
    plan,
    keys.map(({ id, name, revoked_at, successor }) => [id, name, revoked_at, successor]),
  ]);
