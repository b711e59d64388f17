/**
 * Access tokens like Cognito's: JWTs with `client_id`, without `aud` and e-mail address. oidc-provider creates JWTs
 * only with an audience, and its userinfo endpoint does not accept them. So it creates opaque tokens, and each one is
 * wrapped here as the `jti` of a JWT.
 *
 * https://docs.aws.amazon.com/cognito/latest/developerguide/amazon-cognito-user-pools-using-the-access-token.html
 */
import { randomUUID } from 'node:crypto';
import { exportJWK, generateKeyPair, jwtVerify, SignJWT } from 'jose';
import type { Middleware } from 'oidc-provider';
import { routes } from './user-pool.ts';

/** Creates a private key, and a middleware that wraps tokens in responses and unwraps them in requests. */
export const createAccessTokens = async (issuer: string) => {
  const { privateKey, publicKey } = await generateKeyPair('RS256', { extractable: true });
  const header = { alg: 'RS256', kid: randomUUID() };

  const unwrap = async (authorization: string) => {
    const { payload } = await jwtVerify(authorization.replace(/^Bearer /i, ''), publicKey);
    return `Bearer ${payload.jti}`;
  };

  const middleware: Middleware = async (context, next) => {
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
