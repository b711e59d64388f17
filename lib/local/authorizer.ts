/**
 * The JWT authorizer of API Gateway's HTTP APIs: who shows no valid token of the issuer is refused before
 * any function runs.
 *
 * See https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-jwt-authorizer.html
 */
import type { APIGatewayProxyEventV2, APIGatewayProxyEventV2WithJWTAuthorizer } from 'aws-lambda';
import {
  createRemoteJWKSet,
  errors,
  type JWTHeaderParameters,
  type JWTPayload,
  type JWTVerifyGetKey,
  jwtVerify,
} from 'jose';
import type { Outcome } from './response.ts';

/** What an authorizer is told. */
export interface AuthorizerSettings {
  readonly issuer: string;
  /** Whom tokens are for: one of these stands in a token's `aud`, or where it has none in `client_id`. */
  readonly audience: readonly string[];
  /** One of these stands in a token's `scope` or `scp`. */
  readonly scopes: readonly string[];
}

/** Puts an authorizer before an integration, which then finds the token's claims in its events. */
export type Authorizer = (
  integration: Integration<APIGatewayProxyEventV2WithJWTAuthorizer>,
) => Integration<APIGatewayProxyEventV2>;

type Integration<Event> = (event: Event) => Promise<Outcome>;

/** How long the issuer may take to answer, in milliseconds. */
const timeout = 3_000;

/** How long API Gateway may keep the issuer's keys, in milliseconds: two hours. */
const cacheMaxAge = 7_200_000;

/** How long after a look at the issuer's keys an unknown `kid` leads to no other, in milliseconds. */
const cooldownDuration = 10_000;

/** An authorizer for an issuer's tokens. It asks the issuer for its keys when the first token comes. */
export const jwtAuthorizer = ({ issuer, audience, scopes }: AuthorizerSettings): Authorizer => {
  const keyOf = issuerKeys(issuer);

  /** @throws {Refusal} for a token that is not good. */
  const claimsOf = async (token: string): Promise<JWTPayload> => {
    const claims = await verify(token, keyOf, issuer);
    const { aud = claims.client_id, iat = 0 } = claims;
    if (![aud].flat().some((entry) => audience.includes(String(entry)))) {
      throw new Refusal('invalid_token', 'the token does not have a valid audience');
    }
    if (iat > Date.now() / 1000) {
      throw new Refusal('invalid_token', 'the token is used before issued');
    }
    const granted = [claims.scope, claims.scp].flatMap(words);
    if (!scopes.some((scope) => granted.includes(scope))) {
      throw new Refusal('insufficient_scope', 'the token does not have a required scope');
    }
    return claims;
  };

  return (integration) => async (event) => {
    const token = event.headers.authorization?.replace(/^Bearer +/i, '') ?? '';
    if (token === '') return refused(401, 'Bearer');
    try {
      return await integration(withClaims(event, await claimsOf(token), scopes));
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const challenge = `Bearer scope="${scopes.join(' ')}" error="${error.code}" error_description="${error.message}"`;
      return refused(error.code === 'insufficient_scope' ? 403 : 401, challenge);
    }
  };
};

/** Why a token is not good, in the words of RFC 6750, section 3.1. Nothing of the token stands in it. */
class Refusal extends Error {
  readonly code: 'invalid_token' | 'insufficient_scope';

  constructor(code: Refusal['code'], message: string) {
    super(message);
    this.code = code;
  }
}

const refused = (statusCode: 401 | 403, challenge: string): Outcome => ({
  kind: 'result',
  result: {
    statusCode,
    headers: { 'content-type': 'application/json', 'www-authenticate': challenge },
    body: JSON.stringify({ message: statusCode === 401 ? 'Unauthorized' : 'Forbidden' }),
  },
});

/** The issuer's keys, by way of its discovery document. Both are looked up when a token first needs them. */
const issuerKeys = (issuer: string): JWTVerifyGetKey => {
  let keys: JWTVerifyGetKey | undefined;
  return async (header, token) => {
    keys ??= createRemoteJWKSet(await jwksUri(issuer), {
      timeoutDuration: timeout,
      cacheMaxAge,
      cooldownDuration,
    });
    return keys(header, token);
  };
};

const jwksUri = async (issuer: string): Promise<URL> => {
  const response = await fetch(`${issuer}/.well-known/openid-configuration`, {
    signal: AbortSignal.timeout(timeout),
  });
  const { jwks_uri } = (await response.json()) as { readonly jwks_uri: string };
  return new URL(jwks_uri);
};

/**
 * The claims of a token whose signature, issuer and times are right. The clock has no leeway.
 *
 * @throws {Refusal} for any other.
 */
const verify = async (
  token: string,
  keyOf: JWTVerifyGetKey,
  issuer: string,
): Promise<JWTPayload> => {
  try {
    const { payload } = await jwtVerify(token, withKid(keyOf), {
      issuer,
      algorithms: ['RS256', 'RS384', 'RS512'],
      requiredClaims: ['exp'],
    });
    return payload;
  } catch (error) {
    throw new Refusal('invalid_token', reasonFor(error));
  }
};

/** API Gateway wants a token to name its key, also where the issuer has but one. */
const withKid =
  (keyOf: JWTVerifyGetKey): JWTVerifyGetKey =>
  (header: JWTHeaderParameters, token) => {
    if (typeof header.kid !== 'string') throw new errors.JWKSNoMatchingKey();
    return keyOf(header, token);
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

const words = (claim: unknown): string[] =>
  [claim].flat().flatMap((entry) => (typeof entry === 'string' ? entry.split(' ') : []));

/** API Gateway hands on every claim as a string. */
const withClaims = (
  event: APIGatewayProxyEventV2,
  claims: JWTPayload,
  scopes: readonly string[],
): APIGatewayProxyEventV2WithJWTAuthorizer => ({
  ...event,
  requestContext: {
    ...event.requestContext,
    authorizer: {
      principalId: '',
      integrationLatency: 0,
      jwt: {
        claims: Object.fromEntries(
          Object.entries(claims).map(([name, claim]) => [name, asString(claim)]),
        ),
        scopes: [...scopes],
      },
    },
  },
});

const asString = (claim: unknown): string =>
  Array.isArray(claim)
    ? `[${claim.join(' ')}]`
    : typeof claim === 'object'
      ? JSON.stringify(claim)
      : String(claim);
