/**
 * Access tokens as Cognito makes them: JWTs with `client_id`, no `aud`, and no address. The provider makes
 * such tokens only with an audience, and takes none of them at its userinfo endpoint. So it makes tokens
 * that say nothing, and each leaves here in the `jti` of a JWT.
 *
 * See https://docs.aws.amazon.com/cognito/latest/developerguide/amazon-cognito-user-pools-using-the-access-token.html
 */
import { randomUUID } from 'node:crypto';
import { exportJWK, generateKeyPair, type JWK, jwtVerify, SignJWT } from 'jose';
import type { Middleware } from 'oidc-provider';
import { routes } from './routes.ts';

/** The key that a provider signs with, and what wraps its access tokens. */
export interface AccessTokens {
  /** The private key. */
  readonly key: JWK;
  /** Wraps the tokens that the provider answers, and unwraps those that it is asked with. */
  readonly middleware: Middleware;
}

/** Makes a key, of 2,048 bits as Cognito's are, which takes some tenths of a second on other threads. */
export const createAccessTokens = async (issuer: string): Promise<AccessTokens> => {
  const { privateKey, publicKey } = await generateKeyPair('RS256', { extractable: true });
  const header = { alg: 'RS256', kid: randomUUID() };

  const unwrap = async (authorization = ''): Promise<string> => {
    const token = authorization.replace(/^Bearer /i, '');
    const { payload } = await jwtVerify(token, publicKey, { issuer });
    return `Bearer ${payload.jti}`;
  };

  return {
    key: { ...(await exportJWK(privateKey)), ...header, use: 'sig' },
    middleware: async (context, next) => {
      const { headers } = context.req;
      if (context.path === routes.userinfo && headers.authorization !== undefined) {
        headers.authorization = await unwrap(headers.authorization).catch(() => 'Bearer none');
      }
      await next();
      const token = context.oidc?.entities.AccessToken;
      if (context.path !== routes.token || context.status !== 200 || token === undefined) return;
      const answer = context.body as { readonly access_token: string; readonly expires_in: number };
      const now = Math.floor(Date.now() / 1000);
      const jwt = new SignJWT({
        client_id: token.clientId,
        scope: token.scope,
        token_use: 'access',
        username: token.accountId,
      })
        .setProtectedHeader(header)
        .setIssuer(issuer)
        .setSubject(token.accountId)
        .setIssuedAt(now)
        .setExpirationTime(now + answer.expires_in)
        .setJti(answer.access_token);
      context.body = { ...answer, access_token: await jwt.sign(privateKey) };
    },
  };
};
