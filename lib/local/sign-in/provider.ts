/**
 * The OpenID provider of a laptop, which stands in for a Cognito user pool: oidc-provider, with a
 * sign-in page on which any e-mail address will do.
 */
import { randomBytes } from 'node:crypto';
import type { RequestListener } from 'node:http';
import { type Context, type Middleware, Provider } from 'oidc-provider';
import { accessTokenMinutes, signInScopes } from '../../settings/sign-in.ts';
import { readBody } from '../incoming.ts';
import { createAccessTokens } from './access-tokens.ts';
import type { Directory } from './directory.ts';
import { inMemory } from './memory.ts';
import { isEmail, pageHeaders, showError, showSignIn } from './pages.ts';
import { routes, signInPath } from './routes.ts';

/** The application that people sign in to: a page in a browser, which can keep no secret. */
export interface Application {
  readonly clientId: string;
  /** The page's addresses: where people come back to, signed in or signed out. */
  readonly pages: readonly string[];
}

/** How long a session, a token and its grant last, in seconds. */
const lifetime = accessTokenMinutes * 60;

/** Makes a provider. What it answers is a listener's work, so that others may answer beside it. */
export const createProvider = async (
  issuer: string,
  { clientId, pages }: Application,
  directory: Directory,
): Promise<RequestListener> => {
  const origins = pages.map((page) => new URL(page).origin);
  const accessTokens = await createAccessTokens(issuer);
  const provider = new Provider(issuer, {
    adapter: inMemory,
    clientBasedCORS: (_context, origin) => origins.includes(origin),
    claims: { openid: ['sub'], email: ['email', 'email_verified'] },
    clients: [
      {
        client_id: clientId,
        token_endpoint_auth_method: 'none',
        grant_types: ['authorization_code'],
        response_types: ['code'],
        redirect_uris: pages,
      },
    ],
    cookies: { keys: [randomBytes(32).toString('base64url')] },
    discovery: { end_session_endpoint: issuer + routes.end_session },
    // Signing out ends a session in the browser; tokens last until they expire, as with Cognito.
    expiresWithSession: () => false,
    features: {
      devInteractions: { enabled: false },
      dPoP: { enabled: false },
      pushedAuthorizationRequests: { enabled: false },
      resourceIndicators: { enabled: false },
      // It would ask whether to sign out: signOut, which does not, has its address.
      rpInitiatedLogout: { enabled: false },
    },
    findAccount: (_context, sub) => {
      const email = directory.emailOf(sub);
      return email === undefined
        ? undefined
        : // Cognito's userinfo says `true` in a string, too.
          { accountId: sub, claims: async () => ({ sub, email, email_verified: 'true' }) };
    },
    interactions: { url: (_context, { uid }) => `${signInPath}${uid}` },
    jwks: { keys: [accessTokens.key] },
    loadExistingGrant: grantEverything,
    renderError: (context, { error_description, error }) =>
      showError(context, context.status, String(error_description ?? error)),
    responseTypes: ['code'],
    routes,
    scopes: signInScopes,
    ttl: {
      AccessToken: lifetime,
      AuthorizationCode: 300,
      Grant: lifetime,
      IdToken: lifetime,
      Interaction: lifetime,
      Session: lifetime,
    },
  });
  provider.on('server_error', (_context, error) => console.error('sign-in:', error));
  const headers = pageHeaders(origins);
  provider.use(async (context, next) => {
    for (const [name, value] of Object.entries(headers)) context.set(name, value);
    await next();
  });
  provider.use(accessTokens.middleware);
  provider.use(leadOn(pages));
  provider.use(endStaleSessions(provider, directory));
  provider.use(signIn(provider, directory));
  provider.use(signOut(provider, { clientId, pages }));
  return provider.callback();
};

/** Nobody is asked whether the dashboard may know their address: it is the provider's own application. */
const grantEverything = async ({ oidc }: Context) => {
  if (oidc === undefined)
    throw new TypeError('A grant is for a request that the provider answers.');
  const grant = new oidc.provider.Grant({
    accountId: oidc.session.accountId,
    clientId: oidc.client.clientId,
  });
  grant.addOIDCScope(signInScopes.join(' '));
  await grant.save();
  return grant;
};

/** Who opens the address that is printed is led on to where signing in begins. */
const leadOn =
  ([page = '']: readonly string[]): Middleware =>
  async (context, next) => {
    if (context.path === '/' && context.method === 'GET') redirect(context, page);
    else await next();
  };

/** Ends the session of a user who was removed or disabled, so that the sign-in page is shown. */
const endStaleSessions =
  (provider: Provider, { emailOf }: Directory): Middleware =>
  async (context, next) => {
    if (context.path === routes.authorization) {
      const session = await provider.Session.get(context);
      if (session.accountId !== undefined && emailOf(session.accountId) === undefined) {
        await session.destroy();
      }
    }
    await next();
  };

/** The sign-in page, and what it sends. */
const signIn =
  (provider: Provider, { subOf }: Directory): Middleware =>
  async (context, next) => {
    if (!context.path.startsWith(signInPath)) return next();
    const { req, res } = context;
    try {
      await provider.interactionDetails(req, res);
    } catch {
      return showError(context, 400, 'This sign-in has expired, or was begun in another browser.');
    }
    if (context.method !== 'POST') return showSignIn(context);
    const body = await readBody(req);
    const email = new URLSearchParams(String(body)).get('email')?.trim() ?? '';
    if (!isEmail(email)) return showSignIn(context, email);
    const accountId = subOf(email);
    if (accountId === undefined) return showError(context, 403, 'This user is disabled.');
    redirect(context, await provider.interactionResult(req, res, { login: { accountId } }));
  };

/**
 * Signing out as Cognito has it: one address ends the session, asks nothing, and leads back. The page
 * to go to is `logout_uri`, or by OpenID's name `post_logout_redirect_uri`.
 *
 * See https://docs.aws.amazon.com/cognito/latest/developerguide/logout-endpoint.html
 */
const signOut =
  (provider: Provider, { clientId, pages }: Application): Middleware =>
  async (context, next) => {
    if (context.path !== routes.end_session || context.method !== 'GET') return next();
    const { client_id, logout_uri, post_logout_redirect_uri = logout_uri, state } = context.query;
    const page = pages.find((candidate) => candidate === post_logout_redirect_uri);
    if (client_id !== clientId || page === undefined) {
      return showError(context, 400, 'The dashboard asked for a way back that it does not have.');
    }
    const session = await provider.Session.get(context);
    await session.destroy();
    redirect(
      context,
      typeof state === 'string' ? `${page}?${new URLSearchParams({ state })}` : page,
    );
  };

const redirect = (context: Context, address: string): void => {
  context.redirect(address);
  context.status = 303;
};
