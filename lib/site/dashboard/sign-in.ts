/**
 * Sign-in by OpenID Connect: the authorization code flow with PKCE, as a public client. Tokens are only in this
 * page's memory. During the sign-in, the tab's storage keeps what proves that this page began it.
 */
import * as oauth from 'oauth4webapi';
import { signInScopes } from '../../settings/sign-in-settings.ts';
import { dashboardPath } from '../../settings/site-routes.ts';
import { parseJson } from '../shared/call.ts';
import { tabStorage } from '../shared/storage.ts';

export interface Session {
  readonly token: string;
  /** The address that ends the session at the sign-in and returns here, if it has one. */
  readonly leave: string | undefined;
  /** Cognito's page for adding a passkey, which returns here. */
  readonly addPasskey: string;
}

/**
 * What the sign-in asks for (OpenID Connect Core 1.0, section 3.1.2.1): by default what it needs; `login`:
 * always the user; `none`: nothing, and it fails without a session.
 */
type Prompt = 'login' | 'none' | undefined;

/** What the tab's storage keeps. */
interface Attempt {
  readonly state: string;
  readonly verifier: string;
  readonly prompt?: Prompt;
  /** The sign-in's metadata, which the return needs again. */
  readonly server: oauth.AuthorizationServer;
}

/** A return from the sign-in that this page began. */
export interface Return {
  readonly address: URL;
  readonly attempt: Attempt;
}

/** Why a sign-in failed: its message is the reason, for people. */
export class SignInFailed extends Error {
  readonly title: string;

  constructor(title: string, message: string) {
    super(message);
    this.title = title;
  }
}

const place = 'amplify-sign-in';
const page = location.origin + dashboardPath;

/** The stage's sign-in, in the page's markup. */
const { issuer, clientId } = (document.getElementById('dashboard') as HTMLElement).dataset;

const client: oauth.Client = {
  client_id: String(clientId),
  // In seconds. The API validates the access token by its own clock, so that of this device may be wrong by a day.
  [oauth.clockTolerance]: 86_400,
};

/** How long the sign-in may take to answer, in milliseconds. */
const timeout = 10_000;

const options = {
  signal: () => AbortSignal.timeout(timeout),
  // The local sign-in has no TLS.
  [oauth.allowInsecureRequests]: location.protocol === 'http:',
  // Only a request without a response is one: see `signInFailed` for all other errors.
  [oauth.customFetch]: (address: string, request: object) =>
    fetch(address, request).catch(() => {
      throw new SignInFailed(
        'The sign-in does not respond',
        'Your keys keep working. Try again in a moment.',
      );
    }),
};

/**
 * Navigates to the sign-in.
 *
 * @throws {SignInFailed} if that is not possible.
 */
export const beginSignIn = async (prompt?: Prompt): Promise<void> => {
  const server = await discover().catch(signInFailed);
  const attempt: Attempt = {
    state: oauth.generateRandomState(),
    verifier: oauth.generateRandomCodeVerifier(),
    ...(prompt && { prompt }),
    server,
  };
  const address = withParameters(String(server.authorization_endpoint), {
    response_type: 'code',
    redirect_uri: page,
    scope: signInScopes.join(' '),
    state: attempt.state,
    code_challenge: await oauth.calculatePKCECodeChallenge(attempt.verifier),
    code_challenge_method: 'S256',
    ...(prompt && { prompt }),
  });
  if (!tabStorage.set(place, JSON.stringify(attempt))) {
    throw new SignInFailed(
      'Signing in needs storage',
      'Your browser blocks cookies and site data for this site. Allow them, and sign in again.',
    );
  }
  // The back button must not lead to a page that only redirects to the sign-in.
  if (prompt === 'none') location.replace(address);
  else location.assign(address);
};

/** The attempt that has not returned yet; undefined also if what is stored can't be read. */
const keptAttempt = (): Attempt | undefined =>
  (parseJson(tabStorage.get(place) ?? '') as Attempt | null | undefined) ?? undefined;

/**
 * Whether a silent attempt did not return: the user came back by themselves, and another attempt could trap
 * them. A reload may also have interrupted it.
 */
export const isLost = (): boolean => {
  const [navigation] = performance.getEntriesByType('navigation');
  return (
    keptAttempt()?.prompt === 'none' &&
    (navigation as PerformanceNavigationTiming | undefined)?.type !== 'reload'
  );
};

/**
 * Takes the parameters of a return from the address and the storage; undefined if there are none. One that this page did
 * not begin is `ignored`: somebody else's code, or the return from adding a passkey.
 */
export const takeReturn = (): Return | 'ignored' | undefined => {
  const address = new URL(location.href);
  if (!['code', 'error', 'state'].some((name) => address.searchParams.has(name))) return undefined;
  history.replaceState(null, '', address.pathname);
  const attempt = keptAttempt();
  tabStorage.remove(place);
  const isOurs = attempt !== undefined && attempt.state === address.searchParams.get('state');
  return isOurs ? { address, attempt } : 'ignored';
};

/**
 * Exchanges a return for a session.
 *
 * @throws {SignInFailed} if there is none.
 */
export const finishSignIn = async ({ address, attempt }: Return): Promise<Session> => {
  const { server } = attempt;
  try {
    const parameters = oauth.validateAuthResponse(server, client, address, attempt.state);
    const response = await oauth.authorizationCodeGrantRequest(
      server,
      client,
      oauth.None(),
      parameters,
      page,
      attempt.verifier,
      options,
    );
    const tokens = await oauth.processAuthorizationCodeResponse(server, client, response);
    const { end_session_endpoint: leave } = server;
    return {
      token: tokens.access_token,
      leave: leave && withParameters(leave, { post_logout_redirect_uri: page, logout_uri: page }),
      addPasskey: withParameters(new URL('/passkeys/add', server.authorization_endpoint), {
        redirect_uri: page,
      }),
    };
  } catch (error) {
    return signInFailed(error);
  }
};

/** OpenID's parameter for the return from the sign-out is not Cognito's. */
const withParameters = (
  endpoint: string | URL,
  parameters: Readonly<Record<string, string>>,
): string => {
  const address = new URL(endpoint);
  const query = { client_id: client.client_id, ...parameters };
  for (const [name, value] of Object.entries(query)) address.searchParams.set(name, value);
  return address.href;
};

const discover = async (): Promise<oauth.AuthorizationServer> => {
  const url = new URL(String(issuer));
  return oauth.processDiscoveryResponse(url, await oauth.discoveryRequest(url, options));
};

const signInFailed = (error: unknown): never => {
  if (error instanceof SignInFailed) throw error;
  if (
    error instanceof oauth.AuthorizationResponseError ||
    error instanceof oauth.ResponseBodyError
  ) {
    throw new SignInFailed(
      'You are not signed in',
      'The sign-in was cancelled or refused, or it took too long.',
    );
  }
  const { code, message } = error as oauth.OperationProcessingError;
  throw new SignInFailed(
    'The sign-in failed',
    code === oauth.JWT_TIMESTAMP_CHECK
      ? 'The clock of this device is wrong by more than a day. Set it, and sign in again.'
      : `Your keys keep working. Try again in a moment. (${message})`,
  );
};
