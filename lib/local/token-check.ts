/** Validates access tokens as API Gateway's JWT authorizers do. */
import { createRemoteJWKSet, type JWTPayload, type JWTVerifyGetKey, jwtVerify } from 'jose';

/** What a valid token has, besides a signature and an end in the future. */
export interface TokenRules {
  readonly issuer: string;
  /** One of these is in `aud`, or is the `client_id` of a token without `aud`. */
  readonly audience: readonly string[];
  /** One of these is in `scope`. */
  readonly scopes: readonly string[];
}

/** Returns a valid token's claims, else the error's name in RFC 6750, section 3.1. */
export type TokenCheck = (
  token: string,
) => Promise<JWTPayload | 'invalid_token' | 'insufficient_scope'>;

/** Creates a check, which fetches the issuer's keys with its first token. */
export const tokenCheck = ({ issuer, audience, scopes }: TokenRules): TokenCheck => {
  const options = { issuer, algorithms: ['RS256', 'RS384', 'RS512'], requiredClaims: ['exp'] };
  let keys: JWTVerifyGetKey | undefined;
  return async (token) => {
    try {
      keys ??= createRemoteJWKSet(await jwksUri(issuer));
      const { payload } = await jwtVerify(token, keys, options);
      const { aud = payload.client_id, scope } = payload;
      if (![aud].flat().some((entry) => audience.includes(String(entry)))) return 'invalid_token';
      const granted = String(scope).split(' ');
      return scopes.some((wanted) => granted.includes(wanted)) ? payload : 'insufficient_scope';
    } catch {
      return 'invalid_token';
    }
  };
};

/** How long the issuer may take to answer, in milliseconds. */
const timeout = 3_000;

/** Reads the address of the issuer's keys from its discovery document. */
const jwksUri = async (issuer: string): Promise<URL> => {
  const response = await fetch(`${issuer}/.well-known/openid-configuration`, {
    signal: AbortSignal.timeout(timeout),
  });
  const { jwks_uri } = (await response.json()) as { readonly jwks_uri: string };
  return new URL(jwks_uri);
};
