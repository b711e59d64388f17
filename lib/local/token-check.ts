/** Whether an access token is good, by the steps that API Gateway documents for its JWT authorizers. */
import {
  createRemoteJWKSet,
  errors,
  type JWTHeaderParameters,
  type JWTPayload,
  type JWTVerifyGetKey,
  jwtVerify,
} from 'jose';

/** What a token must be. */
export interface TokenRules {
  readonly issuer: string;
  /** Whom it is for: one of these stands in its `aud`, or where it has none in its `client_id`. */
  readonly audience: readonly string[];
  /** What it is for: one of these stands in its `scope` or `scp`. */
  readonly scopes: readonly string[];
}

/** The claims of a good token, or why another is not. */
export type Verdict = { readonly claims: JWTPayload } | Refusal;

interface Refusal {
  /** As RFC 6750, section 3.1 names it. */
  readonly error: 'invalid_token' | 'insufficient_scope';
  /** Nothing of the token stands in it. */
  readonly reason: string;
}

/** Judges a token. */
export type TokenCheck = (token: string) => Promise<Verdict>;

/** A check by rules. It asks the issuer for its keys when the first token comes. */
export const tokenCheck = ({ issuer, audience, scopes }: TokenRules): TokenCheck => {
  const options = { issuer, algorithms: ['RS256', 'RS384', 'RS512'], requiredClaims: ['exp'] };
  const keyOf = issuerKeys(issuer);
  return async (token) => {
    try {
      const { payload } = await jwtVerify(token, keyOf, options);
      return judge(payload, audience, scopes);
    } catch (error) {
      return invalid(reasonFor(error));
    }
  };
};

/** What is left to judge of a token whose signature, issuer and end are right. No clock has any leeway. */
const judge = (
  claims: JWTPayload,
  audience: readonly string[],
  scopes: readonly string[],
): Verdict => {
  const { aud = claims.client_id, iat = 0, scope, scp } = claims;
  if (![aud].flat().some((entry) => audience.includes(String(entry)))) {
    return invalid('the token does not have a valid audience');
  }
  if (iat > Date.now() / 1000) return invalid('the token does not have a valid iat');
  const granted = [scope, scp].flat().flatMap((entry) => String(entry).split(' '));
  return scopes.some((wanted) => granted.includes(wanted))
    ? { claims }
    : { error: 'insufficient_scope', reason: 'the token does not have a required scope' };
};

const invalid = (reason: string): Refusal => ({ error: 'invalid_token', reason });

/** How long the issuer may take to answer, in milliseconds. */
const timeoutDuration = 3_000;

/** How long API Gateway may keep the issuer's keys, in milliseconds: two hours. */
const cacheMaxAge = 7_200_000;

/** For how long after a look at the issuer's keys an unknown name leads to no other, in milliseconds. */
const cooldownDuration = 10_000;

/**
 * The issuer's keys, by way of its discovery document. A token must name its key, also where the issuer
 * has but one.
 */
const issuerKeys = (issuer: string): JWTVerifyGetKey => {
  let keys: JWTVerifyGetKey | undefined;
  return async (header: JWTHeaderParameters, token) => {
    if (typeof header.kid !== 'string') throw new errors.JWKSNoMatchingKey();
    keys ??= createRemoteJWKSet(await jwksUri(issuer), {
      timeoutDuration,
      cacheMaxAge,
      cooldownDuration,
    });
    return keys(header, token);
  };
};

const jwksUri = async (issuer: string): Promise<URL> => {
  const response = await fetch(`${issuer}/.well-known/openid-configuration`, {
    signal: AbortSignal.timeout(timeoutDuration),
  });
  const { jwks_uri } = (await response.json()) as { readonly jwks_uri: string };
  return new URL(jwks_uri);
};

const reasonFor = (error: unknown): string => {
  if (error instanceof errors.JWTExpired) return 'the token has expired';
  if (error instanceof errors.JWTClaimValidationFailed) {
    return `the token does not have a valid ${error.claim}`;
  }
  if (error instanceof errors.JWSSignatureVerificationFailed) return 'the signature is invalid';
  if (error instanceof errors.JWKSNoMatchingKey) return 'the key of the token is not known';
  if (error instanceof errors.JOSEAlgNotAllowed) return 'the signing method is invalid';
  if (error instanceof errors.JWSInvalid || error instanceof errors.JWTInvalid) {
    return 'the token is malformed';
  }
  return 'OIDC discovery endpoint communication error';
};
