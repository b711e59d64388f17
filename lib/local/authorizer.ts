/**
 * The JWT authorizer of API Gateway's HTTP APIs: who shows no valid token of the issuer is refused before
 * any function runs.
 *
 * See https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-jwt-authorizer.html
 */
import type { APIGatewayProxyEventV2, APIGatewayProxyEventV2WithJWTAuthorizer } from 'aws-lambda';
import type { JWTPayload } from 'jose';
import type { Outcome } from './response.ts';
import type { TokenCheck, TokenRules } from './token-check.ts';

/** Puts an authorizer before an integration, which then finds the token's claims in its events. */
export type Authorizer = (
  integration: Integration<APIGatewayProxyEventV2WithJWTAuthorizer>,
) => Integration<APIGatewayProxyEventV2>;

type Integration<Event> = (event: Event) => Promise<Outcome>;

/** An authorizer by an issuer's tokens. What it checks them with is loaded when the first one comes. */
export const jwtAuthorizer = (rules: TokenRules): Authorizer => {
  let check: Promise<TokenCheck> | undefined;
  return (integration) => async (event) => {
    const token = event.headers.authorization?.replace(/^Bearer(?: +|$)/i, '') ?? '';
    if (token === '') return refused(401, 'Bearer');
    check ??= import('./token-check.ts').then(({ tokenCheck }) => tokenCheck(rules));
    const verdict = await (await check)(token);
    if ('claims' in verdict) return integration(withClaims(event, verdict.claims, rules.scopes));
    const { error, reason } = verdict;
    return refused(
      error === 'insufficient_scope' ? 403 : 401,
      `Bearer scope="${rules.scopes.join(' ')}" error="${error}" error_description="${reason}"`,
    );
  };
};

const refused = (statusCode: 401 | 403, challenge: string): Outcome => ({
  kind: 'result',
  result: {
    statusCode,
    headers: { 'content-type': 'application/json', 'www-authenticate': challenge },
    body: JSON.stringify({ message: statusCode === 401 ? 'Unauthorized' : 'Forbidden' }),
  },
});

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

const asString = (claim: unknown): string => {
  if (Array.isArray(claim)) return `[${claim.join(' ')}]`;
  return typeof claim === 'object' ? JSON.stringify(claim) : String(claim);
};
