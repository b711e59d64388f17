/** The dashboard: callers sign in, create keys, and see their usage. */
import { render } from 'preact';
import { paintCode } from '../shared/paint-code.ts';
import { forget, onSignOutElsewhere, remember, remembered } from '../shared/storage.ts';
import { AccountPage } from './account-page.tsx';
import { type Api, CallFailed, createApi } from './api.ts';
import { FreshKeyPanel, type Reveal } from './fresh-key.tsx';
import { Gate, type GateView, isOpen } from './gate.tsx';
import { type NewKey, type OpenAccount, openAccount } from './open-account.ts';
import {
  beginSignIn,
  finishSignIn,
  isLost,
  type Return,
  type Session,
  SignInFailed,
  takeReturn,
} from './sign-in.ts';

/** The gate, or an open account; with a new key until it is saved, whatever else happens. */
interface State {
  gate?: GateView | undefined;
  /** Whether what was pressed on the gate is under way. */
  busy?: boolean;
  account?:
    | { readonly page: OpenAccount; readonly addPasskey: string; readonly leave: () => void }
    | undefined;
  reveal?: Reveal | undefined;
}

const root = document.getElementById('dashboard') as HTMLElement;
/** Beside the navigation. */
const who = document.getElementById('who') as HTMLElement;

const state: State = {};

const drawAccount = (): void => {
  const { gate, busy = false, account, reveal } = state;
  render(
    <>
      {account && <AccountPage page={account.page} addPasskey={account.addPasskey} />}
      {!account && gate && <Gate view={gate} busy={busy} onPress={press} />}
      {reveal && <FreshKeyPanel reveal={reveal} draw={draw} />}
    </>,
    root,
  );
  render(
    account ? (
      <>
        <bdi>{account.page.shown.account.email}</bdi>
        <button type="button" onClick={account.leave}>
          Sign out
        </button>
      </>
    ) : null,
    who,
  );
};

/** Draws the page, and paints its code anew. */
const draw = (): void => {
  drawAccount();
  paintCode();
};

const press = async (act: () => Promise<void>): Promise<void> => {
  if (state.busy) return;
  state.busy = true;
  draw();
  await act();
};

/** Shows the gate instead of the account. Focuses its title, unless nothing had the focus. */
const showGate = (gate: GateView): void => {
  const isFirst = state.gate === undefined;
  state.account?.page.close();
  Object.assign(state, { gate, busy: false, account: undefined });
  draw();
  if (isFirst) return;
  document.getElementById('gate-title')?.focus({ preventScroll: true });
  scrollTo(0, 0);
};

const offer = (title: string, text: string): void =>
  showGate({ title, text, button: ['Sign in', signIn] });

const offerFirst = (text = ''): void =>
  showGate({
    title: isOpen ? 'Create your free key' : 'Sign in to create keys',
    text,
    first: true,
    button: ['Continue with e-mail', signIn],
  });

const offerAfterSignOut = (): void => offer('You are signed out', 'Your keys keep working.');

const showBusy = (): void => showGate({ title: 'Dashboard', text: 'Signing you in …' });

/** Signs in. After a deletion, the sign-in may still know who was deleted. */
const signIn = (): Promise<void> =>
  beginSignIn(remembered() === 'deleted' ? 'login' : undefined).catch(showFailure);

const showFailure = (error: unknown): void => {
  if (!(error instanceof SignInFailed)) throw error;
  offer(error.title, error.message);
};

/** Signs in without any interaction, if the session at the sign-in lasts. */
const signInSilently = async (): Promise<void> => {
  showBusy();
  await beginSignIn('none').catch(failSilently);
};

/** Nobody asked for this attempt, so it is not repeated until somebody signs in. */
const failSilently = (error?: unknown): void => {
  if (error !== undefined && !(error instanceof SignInFailed)) throw error;
  forget();
  offer('You are not signed in', 'Your keys keep working.');
};

/** Completes a sign-in, and opens the account. */
const completeSignIn = async (from: Return): Promise<void> => {
  showBusy();
  const silent = from.attempt.prompt === 'none';
  let session: Session;
  try {
    session = await finishSignIn(from);
  } catch (error) {
    return silent ? failSilently(error) : showFailure(error);
  }
  // Meanwhile, somebody may have signed out in another tab.
  if (silent && remembered() !== 'in') return offerAfterSignOut();
  remember('in');
  await openSession(session);
};

/** Shows a new key. Resolves when it is saved, or the page is left. */
const reveal = (fresh: NewKey): Promise<void> =>
  new Promise((resolve) => {
    const closed = new AbortController();
    const { signal } = closed;
    const close = () => {
      closed.abort();
      state.reveal = undefined;
      draw();
      resolve();
    };
    state.reveal = { fresh, close };
    draw();
    // The key must not be lost by accident.
    addEventListener('beforeunload', (event) => event.preventDefault(), { signal });
    // A browser may keep the page in its back/forward cache.
    addEventListener('pagehide', close, { signal });
  });

const openSession = async (session: Session): Promise<void> => {
  const api = createApi(session.token);
  const leave = () => signOut(session);
  const { gate } = state;
  let page: OpenAccount;
  try {
    page = await openAccount(api, {
      draw: drawAccount,
      reveal,
      onExpired: () =>
        offer('Your session has ended', 'Your keys keep working. Sign in to continue.'),
      onDeleted: (here) => (here ? showDeleted() : offerToFinish(api, leave)),
    });
  } catch (error) {
    if (!(error instanceof CallFailed)) throw error;
    if (error.status === 410) return offerToFinish(api, leave);
    if (error.status !== 401) {
      return showGate({
        title: 'Your account could not be opened',
        text: error.message,
        button: ['Try again', () => openSession(session)],
        leave,
      });
    }
    forget();
    return offer('You are not signed in', 'Your sign-in was not accepted. Your keys keep working.');
  }
  // Meanwhile, somebody may have signed out in another tab.
  if (state.gate !== gate) return page.close();
  Object.assign(state, { account: { page, addPasskey: session.addPasskey, leave }, busy: false });
  draw();
};

/** Ends the session here, in other tabs and at the sign-in. */
const signOut = ({ leave: address }: Session): void => {
  remember('out');
  offerAfterSignOut();
  if (address !== undefined) location.assign(address);
};

const showDeleted = (): void => {
  remember('deleted');
  showGate({
    title: 'Your account is deleted',
    text: 'Its keys stop working within a minute, and your address is erased.',
    button: ['Back to the start', async () => location.assign('/')],
  });
};

/** The account is deleted, but its sign-in may still exist. */
const offerToFinish = (
  api: Api,
  leave: () => void,
  text = 'Its keys are revoked. Its sign-in may still have to be removed.',
): void =>
  showGate({
    title: 'This account is deleted',
    text,
    button: [
      'Finish deleting',
      async () => {
        try {
          await api.remove();
        } catch (error) {
          if (!(error instanceof CallFailed)) throw error;
          return error.status === 401
            ? offer('Your session has ended', 'Sign in to continue.')
            : offerToFinish(api, leave, error.message);
        }
        showDeleted();
      },
    ],
    leave,
  });

onSignOutElsewhere(offerAfterSignOut);
// After the browser's back button, the page is still in the state of leaving.
addEventListener('pageshow', ({ persisted }) => {
  if (!persisted) return;
  state.busy = false;
  draw();
});

const from = takeReturn();
const before = remembered();
if (from !== undefined && from !== 'ignored') void completeSignIn(from);
else if (before === 'in' && isLost()) failSilently();
else if (before === 'in') void signInSilently();
else if (before === 'out') offerAfterSignOut();
else offerFirst(from && 'That sign-in was not started on this page, so it was ignored.');
