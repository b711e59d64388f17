/**
 * The JWT authorizer of API Gateway's HTTP APIs: refuses a request without a valid access token before any
 * function runs.
 *
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-jwt-authorizer.html
 */
import type { APIGatewayProxyEventV2, APIGatewayProxyEventV2WithJWTAuthorizer } from 'aws-lambda';
import type { JWTPayload } from 'jose';
import type { Outcome } from './response.ts';
import type { TokenCheck, TokenRules } from './token-check.ts';

/** Wraps an integration, whose events then hold the token's claims. */
export type Authorizer = (
  integration: Integration<APIGatewayProxyEventV2WithJWTAuthorizer>,
) => Integration<APIGatewayProxyEventV2>;

type Integration<Event> = (event: Event) => Promise<Outcome>;

/** Creates an authorizer. The token check is imported with the first token: loading jose delays the start. */
export const jwtAuthorizer = (rules: TokenRules): Authorizer => {
  let check: Promise<TokenCheck> | undefined;
  return (integration) => async (event) => {
    const token = event.headers.authorization?.replace(/^Bearer(?: +|$)/i, '') ?? '';
    if (token === '') return refused(401);
    check ??= import('./token-check.ts').then(({ tokenCheck }) => tokenCheck(rules));
    const verdict = await (await check)(token);
    if (typeof verdict === 'object') return integration(withClaims(event, verdict, rules.scopes));
    return refused(verdict === 'insufficient_scope' ? 403 : 401, ` error="${verdict}"`);
  };
};

const refused = (statusCode: 401 | 403, error = ''): Outcome => ({
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
): APIGatewayProxyEventV2WithJWTAuthorizer => ({
  ...event,
  requestContext: {
    ...event.requestContext,
    authorizer: {
      principalId: '',
      integrationLatency: 0,
      jwt: {
        claims: Object.fromEntries(
          Object.entries(claims).map(([name, claim]) => [name, String(claim)]),
        ),
        scopes: [...scopes],
      },
    },
  },
});
