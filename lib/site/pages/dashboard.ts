/** The dashboard: callers sign in, create keys, and see their usage. */
import { runAccountPage } from './dashboard/account-page.ts';
import { type Api, createApi } from './dashboard/api.ts';
import { openGate, showGate } from './dashboard/gate.ts';
import { Refused, reason } from './dashboard/refused.ts';
import {
  beginSignIn,
  finishSignIn,
  isLost,
  type Return,
  type Session,
  SignInFailed,
  type SignInProblem,
  takeReturn,
} from './dashboard/sign-in.ts';
import {
  forget,
  onSignOutElsewhere,
  remembered,
  rememberSignIn,
  rememberSignOut,
} from './remembered.ts';

const problems: Readonly<Record<SignInProblem, readonly [title: string, text: string]>> = {
  foreign: [
    'You are not signed in',
    'That sign-in was not started on this page, so it was ignored. Sign in here.',
  ],
  refused: ['You are not signed in', 'The sign-in was cancelled or took too long.'],
  down: ['The sign-in does not respond', 'Your keys keep working. Try again in a moment.'],
  blocked: [
    'Signing in needs storage',
    'Your browser blocks cookies and site data for this site. Allow them, and sign in again.',
  ],
};

const offer = (
  title: string,
  text: string,
  { again = false, first = false }: { readonly again?: boolean; readonly first?: boolean } = {},
): void =>
  showGate({
    title,
    text,
    first,
    button: ['Sign in', () => beginSignIn(again ? 'login' : undefined).catch(fail)],
  });

const offerFirst = (): void =>
  offer('Your keys', 'Sign in with your e-mail address to create API keys and see their usage.', {
    first: true,
  });

const offerAfterSignOut = (): void => offer('You are signed out', 'Your keys keep working.');

const showBusy = (): void => showGate({ title: 'Your keys', text: 'Signing you in …' });

const fail = (error: unknown): void => {
  if (!(error instanceof SignInFailed)) throw error;
  offer(...problems[error.problem]);
};

/** Asks the sign-in whether the session lasts, without any interaction. */
const askInSilence = async (): Promise<void> => {
  showBusy();
  await beginSignIn('none').catch(failInSilence);
};

/** Nobody asked for this attempt, so it is not repeated until somebody signs in. */
const failInSilence = (): void => {
  forget();
  offerFirst();
};

/** Completes a sign-in, and opens the account. */
const comeIn = async (from: Return): Promise<void> => {
  showBusy();
  const silent = from.attempt?.prompt === 'none';
  try {
    const session = await finishSignIn(from);
    // Meanwhile, somebody may have signed out in another tab.
    if (silent && remembered() !== 'in') return offerAfterSignOut();
    rememberSignIn();
    await open(session);
  } catch (error) {
    if (silent) failInSilence();
    else fail(error);
  }
};

let close = (): void => {};

const open = async (session: Session): Promise<void> => {
  const api = createApi(session.token);
  const signOut = () => leave(session);
  try {
    const account = await api.open();
    openGate();
    close = runAccountPage(api, account, {
      onExpired: expire,
      onDeleted: (here) => (here ? deleted() : offerToFinish(api, signOut)),
      onLeave: signOut,
    });
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    if (error.status === 410) offerToFinish(api, signOut);
    else if (error.status === 401) {
      forget();
      offer(
        'You are not signed in',
        'Your sign-in was not accepted. Your keys keep working. Try again in a moment.',
      );
    } else {
      showGate({
        title: error.certain
          ? 'Your account could not be opened'
          : 'The dashboard does not respond',
        text: reason(error),
        button: ['Try again', () => open(session)],
        leave: signOut,
      });
    }
  }
};

/** Ends the session here, in other tabs and at the sign-in. */
const leave = ({ leave: address }: Session): void => {
  rememberSignOut();
  offerAfterSignOut();
  if (address !== undefined) location.assign(address);
};

const expire = (): void =>
  offer('Your session has ended', 'Your keys keep working. Sign in to continue.');

const deleted = (): void => {
  forget();
  offer('Your account is deleted', 'Its keys are revoked, and your address is erased.', {
    again: true,
  });
};

/** The account is deleted, but its sign-in may still exist. */
const offerToFinish = (api: Api, signOut: () => void, text = ''): void =>
  showGate({
    title: 'This account is deleted',
    text: text || 'Its keys are revoked. Its sign-in may still have to be removed.',
    button: [
      'Finish deleting',
      () =>
        api
          .remove()
          .then(deleted, (error: Refused) =>
            error.status === 401 ? expire() : offerToFinish(api, signOut, reason(error)),
          ),
    ],
    leave: signOut,
  });

onSignOutElsewhere(() => {
  close();
  offerAfterSignOut();
});

const from = takeReturn();
const before = remembered();
if (from) void comeIn(from);
else if (before === 'in' && isLost()) failInSilence();
else if (before === 'in') void askInSilence();
else if (before === 'out') offerAfterSignOut();
else offerFirst();
