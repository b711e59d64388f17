/**
 * Access tokens like Cognito's: JWTs with `client_id`, without `aud` and e-mail address. oidc-provider creates JWTs
 * only with an audience, and its userinfo endpoint does not accept them. So it creates opaque tokens, and each one is
 * wrapped here as the `jti` of a JWT.
 *
 * https://docs.aws.amazon.com/cognito/latest/developerguide/amazon-cognito-user-pools-using-the-access-token.html
 */
import { randomUUID } from 'node:crypto';
import { exportJWK, generateKeyPair, type JWK, jwtVerify, SignJWT } from 'jose';
import type { Middleware } from 'oidc-provider';
import { routes } from './routes.ts';

/** A signing key, and a middleware that wraps access tokens. */
export interface AccessTokens {
  /** The private key. */
  readonly key: JWK;
  /** Wraps tokens in responses, and unwraps them in requests for userinfo. */
  readonly middleware: Middleware;
}

/** Creates a key of 2,048 bits, like Cognito's: tenths of a second, on another thread. */
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
