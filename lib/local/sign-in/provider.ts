/**
 * An OpenID provider in place of a Cognito user pool: oidc-provider, with a sign-in page that accepts any e-mail
 * address.
 */
import { randomBytes, randomUUID } from 'node:crypto';
import type { RequestListener } from 'node:http';
import { exportJWK, generateKeyPair, jwtVerify, SignJWT } from 'jose';
import { Provider } from 'oidc-provider';
import { createMemoryAdapter } from 'oidc-provider/lib/adapters/memory_adapter.js';
import { accessTokenMinutes, signInScopes } from '../../settings/sign-in-settings.ts';
import { readSharedStyle } from '../../site/assets.ts';
import { readBody } from '../http.ts';
import { type LocalUserPool, routes } from './local-user-pool.ts';

type KoaMiddleware = Parameters<Provider['use']>[0];
type Context = Parameters<KoaMiddleware>[0];

/** The application that people sign in to: a public client, without a secret. */
export interface Application {
  readonly clientId: string;
  /** The allowed addresses to return to after sign-in and sign-out. */
  readonly pages: readonly string[];
}

/** The sign-in page's path, followed by the id of the attempt. */
const signInPath = '/sign-in/';

/** Creates a provider. Returns its request listener. */
export const createProvider = async (
  issuer: string,
  { clientId, pages }: Application,
  { admit, findEmail }: LocalUserPool,
): Promise<RequestListener> => {
  const accessTokens = await createAccessTokens(issuer);
  const lifetimes = ['AccessToken', 'Grant', 'IdToken', 'Interaction', 'Session'].map(
    (name) => [name, accessTokenMinutes * 60] as const,
  );
  const provider = new Provider(issuer, {
    // The default adapter, which warns if it is not configured explicitly.
    adapter: createMemoryAdapter(),
    clientBasedCORS: (_context, origin) => pages.some((page) => new URL(page).origin === origin),
    claims: { openid: ['sub'], email: ['email', 'email_verified'] },
    clients: [{ client_id: clientId, token_endpoint_auth_method: 'none', redirect_uris: pages }],
    cookies: { keys: [randomBytes(32).toString('base64url')] },
    // Like in Cognito, tokens stay valid after sign-out until they expire.
    expiresWithSession: () => false,
    features: { devInteractions: { enabled: false } },
    findAccount: (_context, sub) => {
      const email = findEmail(sub);
      // Cognito's userinfo has a string here, too.
      const claims = async () => ({ sub, email, email_verified: 'true' });
      return email === undefined ? undefined : { accountId: sub, claims };
    },
    interactions: { url: (_context, { uid }) => signInPath + uid },
    jwks: { keys: [accessTokens.key] },
    // Grants all scopes without a consent page: the dashboard is the provider's own application.
    loadExistingGrant: async ({ oidc }) => {
      const grant = new provider.Grant({ clientId, accountId: oidc.session?.accountId });
      grant.addOIDCScope(signInScopes.join(' '));
      await grant.save();
      return grant;
    },
    renderError: (context, { error_description, error }) =>
      showError(context, context.status, String(error_description ?? error)),
    routes,
    scopes: signInScopes,
    // In seconds.
    ttl: { ...Object.fromEntries(lifetimes), AuthorizationCode: 300 },
  });

  /** Shows the sign-in page and handles its form. */
  const signIn: KoaMiddleware = async (context, next) => {
    if (!context.path.startsWith(signInPath)) return next();
    const { req, res } = context;
    if (!(await provider.interactionDetails(req, res).catch(() => false))) {
      return showError(context, 400, 'This sign-in has expired or was started in another browser.');
    }
    if (context.method !== 'POST') return show(context, 200, 'html', signInHtml);
    const body = await readBody(req);
    const email = new URLSearchParams(String(body)).get('email')?.trim() ?? '';
    if (!isEmail(email)) return showError(context, 400, 'This is not an e-mail address.');
    const accountId = await admit(email);
    if (typeof accountId === 'object') return showError(context, 400, accountId.refused);
    if (accountId === undefined) return showError(context, 403, 'This user is disabled.');
    context.redirect(await provider.interactionResult(req, res, { login: { accountId } }));
  };

  /**
   * Ends the sessions of removed and disabled users, so that they get the sign-in page, and at sign-out without
   * confirmation, like Cognito.
   *
   * https://docs.aws.amazon.com/cognito/latest/developerguide/logout-endpoint.html
   */
  const endSession: KoaMiddleware = async (context, next) => {
    const { path, query } = context;
    if (path === '/passkeys/add') return show(context, 200, 'text', noPasskeys);
    if (path !== routes.end_session && path !== routes.authorization) return next();
    const session = await provider.Session.get(context);
    if (path === routes.authorization) {
      if (session.accountId && findEmail(session.accountId) === undefined) await session.destroy();
      return next();
    }
    const page = pages.find((candidate) => candidate === query.logout_uri);
    if (query.client_id !== clientId || page === undefined) {
      return showError(context, 400, 'The client id or the address to return to is unknown.');
    }
    await session.destroy();
    context.redirect(page);
  };

  /** Names the requested address as the issuer's: containers have another one than browsers, and check it. */
  const nameIssuer: KoaMiddleware = async (context, next) => {
    await next();
    if (context.path !== '/.well-known/openid-configuration') return;
    context.body = { ...(context.body as object), issuer: `http://${context.req.headers.host}` };
  };

  provider.on('server_error', (_context, error) => console.error('sign-in:', error));
  for (const use of [accessTokens.middleware, nameIssuer, endSession, signIn]) provider.use(use);
  return provider.callback();
};

/**
 * Creates a private key, and a middleware for access tokens like Cognito's: JWTs with `client_id`, without `aud` and
 * e-mail address. oidc-provider creates JWTs only with an audience, and its userinfo endpoint does not accept them. So it
 * creates opaque tokens, and each one is wrapped here as the `jti` of a JWT, and unwrapped in requests.
 *
 * https://docs.aws.amazon.com/cognito/latest/developerguide/amazon-cognito-user-pools-using-the-access-token.html
 */
const createAccessTokens = async (issuer: string) => {
  const { privateKey, publicKey } = await generateKeyPair('RS256', { extractable: true });
  const header = { alg: 'RS256', kid: randomUUID() };

  const unwrap = async (authorization: string) => {
    const { payload } = await jwtVerify(authorization.replace(/^Bearer /i, ''), publicKey);
    return `Bearer ${payload.jti}`;
  };

  const middleware: KoaMiddleware = async (context, next) => {
    const { headers } = context.req;
    if (context.path === routes.userinfo && headers.authorization !== undefined) {
      headers.authorization = await unwrap(headers.authorization).catch(() => 'Bearer none');
    }
    await next();
    const token = context.oidc?.entities.AccessToken;
    if (context.path !== routes.token || context.status !== 200 || token === undefined) return;
    const answer = context.body as { readonly access_token: string; readonly expires_in: number };
    const { clientId: client_id, scope, accountId: username } = token;
    const jwt = new SignJWT({ client_id, scope, token_use: 'access', username })
      .setProtectedHeader(header)
      .setIssuer(issuer)
      .setSubject(username)
      .setIssuedAt()
      .setExpirationTime(`${answer.expires_in} s`)
      .setJti(answer.access_token);
    context.body = { ...answer, access_token: await jwt.sign(privateKey) };
  };

  return { key: { ...(await exportJWK(privateKey)), ...header, use: 'sig' }, middleware };
};

/** Whether a text looks like an e-mail address, which has at most 254 characters (RFC 5321, section 4.5.3.1). */
const isEmail = (text: string): boolean =>
  text.length <= 254 && /^[^\p{C}\p{Z}@]{1,64}@[^\p{C}\p{Z}@]+$/u.test(text);

const signInHtml = `<!doctype html>
<html lang="en">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Amplify: sign in</title>
<link rel="icon" href="data:,">
<style>
${readSharedStyle()}
main { width: min(28rem, 100% - 2rem); margin: 12vh auto; flex: none }
form { display: grid; gap: var(--space-3) }
button { justify-self: start; margin-top: var(--space-2) }
</style>
<main class="box">
<h1>Sign in</h1>
<p>This sign-in runs on your own machine. Any e-mail address works, and no e-mail is sent.</p>
<form method="post">
<label for="email">E-mail</label>
<input id="email" name="email" type="email" required autocomplete="email" autofocus>
<button class="main">Continue</button>
</form>
</main>
`;

const noPasskeys = 'This sign-in, on your own machine, has no passkeys. Go back.\n';

const showError = (context: Context, status: number, reason: string): void =>
  show(context, status, 'text', `Sign-in failed: ${reason}\nGo back and sign in again.\n`);

const show = (context: Context, status: number, type: string, body: string): void => {
  context.set('Cache-Control', 'no-store');
  Object.assign(context, { status, type, body });
};
