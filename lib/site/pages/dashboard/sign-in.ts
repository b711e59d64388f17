/**
 * Signing in by OpenID Connect: the authorization code flow with PKCE, as a public client. Tokens are only in this
 * page's memory. While the caller is away at the sign-in, the tab's storage has what proves that this page sent
 * them there.
 */
import * as oauth from 'oauth4webapi';
import { dashboardPath, signInScopes } from '../../../settings/sign-in.ts';
import { tabStorage } from '../storage.ts';

/** What a caller got by signing in. */
export interface Session {
  /** The access token. */
  readonly token: string;
  /** Where the sign-in forgets the caller, and sends them back here. Absent where it has no such place. */
  readonly leave: string | undefined;
}

/**
 * What the sign-in asks for (OpenID Connect Core 1.0, section 3.1.2.1): whatever it needs, unless it is told `login`,
 * to ask even those whom it knows, or `none`, to ask nothing and refuse whom it does not know.
 */
type Prompt = 'login' | 'none' | undefined;

/** What this page keeps while the caller is away. */
interface Attempt {
  readonly state: string;
  readonly verifier: string;
  readonly prompt?: Prompt;
}

/** How the caller came back: where to, and what this page kept of the attempt, if it was this page's. */
export interface Return {
  readonly address: URL;
  readonly attempt: Attempt | undefined;
}

/**
 * Why nobody is signed in: `foreign`, this page did not begin it; `refused`, the sign-in said no; `down`, it
 * does not answer; `blocked`, the browser stores nothing for this page.
 */
export type SignInProblem = 'foreign' | 'refused' | 'down' | 'blocked';

/** A sign-in that came to nothing. */
export class SignInFailed extends Error {
  readonly problem: SignInProblem;

  constructor(problem: SignInProblem) {
    super(problem);
    this.problem = problem;
  }
}

const place = 'amplify-sign-in';
const page = location.origin + dashboardPath;

/** How long the sign-in may take to answer, in milliseconds. */
const timeout = 10_000;

const options = {
  signal: () => AbortSignal.timeout(timeout),
  // A laptop's sign-in has no TLS, and nor has its dashboard.
  [oauth.allowInsecureRequests]: location.protocol === 'http:',
};

/**
 * Leaves for the sign-in.
 *
 * @throws {SignInFailed} if that is not possible.
 */
export const beginSignIn = async (prompt?: Prompt): Promise<void> => {
  const { server, client } = await signInServer().catch(fail);
  const attempt: Attempt = {
    state: oauth.generateRandomState(),
    verifier: oauth.generateRandomCodeVerifier(),
    ...(prompt && { prompt }),
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
  // Going back must not lead to a page that only leads on to the sign-in.
  if (prompt === 'none') location.replace(address);
  else location.assign(address);
};

/** The attempt that this tab has not come back from. */
const keptAttempt = (): Attempt | undefined =>
  JSON.parse(tabStorage.get(place) ?? 'null') ?? undefined;

/**
 * Whether the sign-in was asked in silence and has not led back: somebody came back by themselves, and asking again
 * could keep them from ever leaving. A page that is loaded again may have interrupted it.
 */
export const isLost = (): boolean => {
  const [navigation] = performance.getEntriesByType('navigation');
  return (
    keptAttempt()?.prompt === 'none' &&
    (navigation as PerformanceNavigationTiming | undefined)?.type !== 'reload'
  );
};

/**
 * What the caller came back with; undefined if they did not come from the sign-in. It is then gone from the address
 * and from the storage.
 */
export const takeReturn = (): Return | undefined => {
  const address = new URL(location.href);
  if (!['code', 'error', 'state'].some((name) => address.searchParams.has(name))) return undefined;
  history.replaceState(null, '', address.pathname);
  const attempt = keptAttempt();
  tabStorage.remove(place);
  return { address, attempt };
};

/**
 * Exchanges what the caller came back with for a session.
 *
 * @throws {SignInFailed} if there is none.
 */
export const finishSignIn = async ({ address, attempt }: Return): Promise<Session> => {
  if (attempt === undefined || address.searchParams.get('state') !== attempt.state) {
    throw new SignInFailed('foreign');
  }
  try {
    const { server, client } = await signInServer();
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

/** OpenID's name for where to come back to, and Cognito's. */
const leaveAddress = (endpoint: string | undefined, clientId: string): string | undefined => {
  if (endpoint === undefined) return undefined;
  const address = new URL(endpoint);
  address.searchParams.set('client_id', clientId);
  address.searchParams.set('post_logout_redirect_uri', page);
  address.searchParams.set('logout_uri', page);
  return address.href;
};

const signInServer = async () => {
  const response = await fetch(`${dashboardPath}/sign-in.json`, { signal: options.signal() });
  const { issuer, client_id } = await response.json();
  const url = new URL(issuer);
  const server = await oauth.processDiscoveryResponse(
    url,
    await oauth.discoveryRequest(url, options),
  );
  // A clock that is some minutes off does no harm: it is the API that judges the token.
  const client: oauth.Client = { client_id, [oauth.clockTolerance]: 300 };
  return { server, client };
};

const fail = (error: unknown): never => {
  const refused =
    error instanceof oauth.AuthorizationResponseError || error instanceof oauth.ResponseBodyError;
  throw new SignInFailed(refused ? 'refused' : 'down');
};
