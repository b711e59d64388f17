/**
 * Sign-in by OpenID Connect: the authorization code flow with PKCE, as a public client. Tokens are only in this
 * page's memory. During the sign-in, the tab's storage keeps what proves that this page began it.
 */
import * as oauth from 'oauth4webapi';
import { dashboardPath, signInScopes } from '../../../settings/sign-in.ts';
import { tabStorage } from '../storage.ts';
import { find } from './template.ts';

export interface Session {
  readonly token: string;
  /** The address that ends the session at the sign-in and returns here, if it has one. */
  readonly leave: string | undefined;
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

/** The address by which the caller returned, and the attempt if this page began it. */
export interface Return {
  readonly address: URL;
  readonly attempt: Attempt | undefined;
}

/**
 * `foreign`: this page did not begin it; `refused`: the sign-in refused; `down`: it does not answer; `blocked`:
 * the browser stores nothing.
 */
export type SignInProblem = 'foreign' | 'refused' | 'down' | 'blocked';

export class SignInFailed extends Error {
  readonly problem: SignInProblem;

  constructor(problem: SignInProblem) {
    super(problem);
    this.problem = problem;
  }
}

const place = 'amplify-sign-in';
const page = location.origin + dashboardPath;

/** The stage's sign-in, in the page's markup. */
const { issuer, clientId } = find('gate').dataset;

const client: oauth.Client = {
  client_id: String(clientId),
  // The API validates the token, so a wrong clock does no harm here.
  [oauth.clockTolerance]: 300,
};

/** How long the sign-in may take to answer, in milliseconds. */
const timeout = 10_000;

const options = {
  signal: () => AbortSignal.timeout(timeout),
  // The local sign-in has no TLS.
  [oauth.allowInsecureRequests]: location.protocol === 'http:',
};

/**
 * Navigates to the sign-in.
 *
 * @throws {SignInFailed} if that is not possible.
 */
export const beginSignIn = async (prompt?: Prompt): Promise<void> => {
  const server = await discover().catch(fail);
  const attempt: Attempt = {
    state: oauth.generateRandomState(),
    verifier: oauth.generateRandomCodeVerifier(),
    ...(prompt && { prompt }),
    server,
  };
  const address = new URL(String(server.authorization_endpoint));
  const parameters = {
    client_id: client.client_id,
    response_type: 'code',
    redirect_uri: page,
    scope: signInScopes.join(' '),
    state: attempt.state,
    code_challenge: await oauth.calculatePKCECodeChallenge(attempt.verifier),
    code_challenge_method: 'S256',
    ...(prompt && { prompt }),
  };
  for (const [name, value] of Object.entries(parameters)) address.searchParams.set(name, value);
  if (!tabStorage.set(place, JSON.stringify(attempt))) throw new SignInFailed('blocked');
  // The back button must not lead to a page that only redirects to the sign-in.
  if (prompt === 'none') location.replace(address);
  else location.assign(address);
};

/** The attempt that has not returned yet. */
const keptAttempt = (): Attempt | undefined =>
  JSON.parse(tabStorage.get(place) ?? 'null') ?? undefined;

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

/** Takes the parameters of a return from the address and the storage; undefined if there are none. */
export const takeReturn = (): Return | undefined => {
  const address = new URL(location.href);
  if (!['code', 'error', 'state'].some((name) => address.searchParams.has(name))) return undefined;
  history.replaceState(null, '', address.pathname);
  const attempt = keptAttempt();
  tabStorage.remove(place);
  return { address, attempt };
};

/**
 * Exchanges a return for a session.
 *
 * @throws {SignInFailed} if there is none.
 */
export const finishSignIn = async ({ address, attempt }: Return): Promise<Session> => {
  if (attempt === undefined || address.searchParams.get('state') !== attempt.state) {
    throw new SignInFailed('foreign');
  }
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
    return {
      token: tokens.access_token,
      leave: leaveAddress(server.end_session_endpoint, client.client_id),
    };
  } catch (error) {
    return fail(error);
  }
};

/** OpenID's parameter for the return address, and Cognito's. */
const leaveAddress = (endpoint: string | undefined, clientId: string): string | undefined => {
  if (endpoint === undefined) return undefined;
  const address = new URL(endpoint);
  address.searchParams.set('client_id', clientId);
  address.searchParams.set('post_logout_redirect_uri', page);
  address.searchParams.set('logout_uri', page);
  return address.href;
};

const discover = async (): Promise<oauth.AuthorizationServer> => {
  const url = new URL(String(issuer));
  return oauth.processDiscoveryResponse(url, await oauth.discoveryRequest(url, options));
};

const fail = (error: unknown): never => {
  const refused =
    error instanceof oauth.AuthorizationResponseError || error instanceof oauth.ResponseBodyError;
  throw new SignInFailed(refused ? 'refused' : 'down');
};
