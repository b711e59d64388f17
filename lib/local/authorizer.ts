/**
 * The JWT authorizer of API Gateway's HTTP APIs: refuses a request without a valid access token before any
 * function runs.
 *
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-jwt-authorizer.html
 */
import type { APIGatewayProxyEventV2, APIGatewayProxyEventV2WithJWTAuthorizer } from 'aws-lambda';
import type { JWTPayload, JWTVerifyGetKey } from 'jose';
import type { Outcome } from './response.ts';

/** What a valid token must have, besides a signature and an end in the future. */
export interface TokenRules {
  readonly issuer: string;
  /** One of these is the token's `client_id`: access tokens of Cognito have no `aud`. */
  readonly audience: readonly string[];
  /** One of these is in `scope`. */
  readonly scopes: readonly string[];
}

/**
 * Returns what wraps an integration, whose events then hold the token's claims. The issuer's keys are fetched with the
 * first token, from Cognito's path.
 */
export const createAuthorizer = ({ issuer, audience, scopes }: TokenRules) => {
  const options = { issuer, algorithms: ['RS256', 'RS384', 'RS512'], requiredClaims: ['exp'] };
  let keys: JWTVerifyGetKey | undefined;
  /** Returns a valid token's claims, else the error's name in RFC 6750, section 3.1. */
  const check = async (
    token: string,
  ): Promise<JWTPayload | 'invalid_token' | 'insufficient_scope'> => {
    // Imported with the first token: loading jose delays the start.
    const { createRemoteJWKSet, errors, jwtVerify } = await import('jose');
    try {
      keys ??= createRemoteJWKSet(new URL(`${issuer}/.well-known/jwks.json`));
      const { payload } = await jwtVerify(token, keys, options);
      if (!audience.includes(String(payload.client_id))) return 'invalid_token';
      const granted = String(payload.scope).split(' ');
      return scopes.some((wanted) => granted.includes(wanted)) ? payload : 'insufficient_scope';
    } catch (error) {
      const isTokenFault = error instanceof errors.JOSEError && !issuerFault.test(error.code);
      // API Gateway, too, answers 401 where it can't read the issuer's keys.
      if (!isTokenFault) console.error('authorizer:', error);
      return 'invalid_token';
    }
  };
  type Integration = (event: APIGatewayProxyEventV2WithJWTAuthorizer) => Promise<Outcome>;
  return (integration: Integration) => async (event: APIGatewayProxyEventV2) => {
    const token = event.headers.authorization?.replace(/^Bearer(?: +|$)/i, '') ?? '';
    if (token === '') return denied(401);
    const verdict = await check(token);
    if (typeof verdict === 'object') return integration(withClaims(event, verdict, scopes));
    return denied(verdict === 'insufficient_scope' ? 403 : 401, ` error="${verdict}"`);
  };
};

/** The codes of jose for an issuer whose keys can't be read. */
const issuerFault = /^ERR_(?:JOSE_GENERIC|JWKS_TIMEOUT|JWKS_INVALID)$/;

const denied = (statusCode: 401 | 403, error = ''): Outcome => ({
  kind: 'result',
  result: {
    statusCode,
    headers: { 'content-type': 'application/json', 'www-authenticate': `Bearer${error}` },
    body: JSON.stringify({ message: statusCode === 401 ? 'Unauthorized' : 'Forbidden' }),
  },
});

/** Adds the claims to the event. API Gateway passes every claim as a string. */
const withClaims = (
  event: APIGatewayProxyEventV2,
  claims: JWTPayload,
  scopes: readonly string[],
): APIGatewayProxyEventV2WithJWTAuthorizer => {
  const texts = Object.entries(claims).map(([name, claim]) => [name, String(claim)]);
  const jwt = { claims: Object.fromEntries(texts), scopes: [...scopes] };
  const authorizer = { principalId: '', integrationLatency: 0, jwt };
  return { ...event, requestContext: { ...event.requestContext, authorizer } };
};
