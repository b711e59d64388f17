/**
 * An OpenID provider in place of a Cognito user pool: oidc-provider, with a sign-in page that accepts any e-mail
 * address.
 */
import { randomBytes } from 'node:crypto';
import type { RequestListener } from 'node:http';
import { type Context, type Middleware, Provider } from 'oidc-provider';
import { createMemoryAdapter } from 'oidc-provider/lib/adapters/memory_adapter.js';
import { accessTokenMinutes, signInScopes } from '../../infrastructure/settings/sign-in.ts';
import { readBody } from '../incoming.ts';
import { createAccessTokens } from './access-tokens.ts';
import type { Directory } from './directory.ts';
import { isEmail, showError, showSignIn } from './pages.ts';
import { routes, signInPath } from './routes.ts';

/** The application that people sign in to: a public client, without a secret. */
export interface Application {
  readonly clientId: string;
  /** The allowed addresses to return to after sign-in and sign-out. */
  readonly pages: readonly string[];
}

/** The lifetime of sessions, tokens and grants, in seconds. */
const lifetime = accessTokenMinutes * 60;

/** Creates a provider. Returns its request listener. */
export const createProvider = async (
  issuer: string,
  { clientId, pages }: Application,
  directory: Directory,
): Promise<RequestListener> => {
  const origins = pages.map((page) => new URL(page).origin);
  const accessTokens = await createAccessTokens(issuer);
  const provider = new Provider(issuer, {
    // The default adapter, which warns if it is not configured explicitly.
    adapter: createMemoryAdapter(),
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
    // Like in Cognito, tokens stay valid after sign-out until they expire.
    expiresWithSession: () => false,
    features: {
      devInteractions: { enabled: false },
      dPoP: { enabled: false },
      pushedAuthorizationRequests: { enabled: false },
      resourceIndicators: { enabled: false },
      // It asks for confirmation. `signOut` below does not.
      rpInitiatedLogout: { enabled: false },
    },
    findAccount: (_context, sub) => {
      const email = directory.emailOf(sub);
      return email === undefined
        ? undefined
        : // Cognito's userinfo has a string here, too.
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
  provider.use(accessTokens.middleware);
  provider.use(nameIssuer);
  provider.use(redirectHome(pages));
  provider.use(endStaleSessions(provider, directory));
  provider.use(signIn(provider, directory));
  provider.use(signOut(provider, { clientId, pages }));
  return provider.callback();
};

/** Grants all scopes without a consent page: the dashboard is the provider's own application. */
const grantEverything = async ({ oidc }: Context) => {
  if (oidc === undefined) throw new TypeError('The request is not one of the provider.');
  const grant = new oidc.provider.Grant({
    accountId: oidc.session.accountId,
    clientId: oidc.client.clientId,
  });
  grant.addOIDCScope(signInScopes.join(' '));
  await grant.save();
  return grant;
};

/** Names the requested address as the issuer's: containers have another one than browsers, and check it. */
const nameIssuer: Middleware = async (context, next) => {
  await next();
  if (context.path !== '/.well-known/openid-configuration') return;
  context.body = { ...(context.body as object), issuer: `http://${context.req.headers.host}` };
};

/** Redirects `/`, the address that is printed, to the dashboard. */
const redirectHome =
  ([page = '']: readonly string[]): Middleware =>
  async (context, next) => {
    if (context.path === '/' && context.method === 'GET') redirect(context, page);
    else await next();
  };

/** Ends the sessions of removed and disabled users, so that they get the sign-in page. */
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

/** Shows the sign-in page and handles its form. */
const signIn =
  (provider: Provider, { subOf }: Directory): Middleware =>
  async (context, next) => {
    if (!context.path.startsWith(signInPath)) return next();
    const { req, res } = context;
    try {
      await provider.interactionDetails(req, res);
    } catch {
      return showError(context, 400, 'This sign-in has expired or was started in another browser.');
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
 * Cognito's sign-out: ends the session without confirmation and redirects to `logout_uri`, or by its name in OpenID,
 * `post_logout_redirect_uri`.
 *
 * https://docs.aws.amazon.com/cognito/latest/developerguide/logout-endpoint.html
 */
const signOut =
  (provider: Provider, { clientId, pages }: Application): Middleware =>
  async (context, next) => {
    if (context.path !== routes.end_session || context.method !== 'GET') return next();
    const { client_id, logout_uri, post_logout_redirect_uri = logout_uri, state } = context.query;
    const page = pages.find((candidate) => candidate === post_logout_redirect_uri);
    if (client_id !== clientId || page === undefined) {
      return showError(context, 400, 'The client id or the address to return to is unknown.');
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
