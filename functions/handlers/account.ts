/** The middlewares of the account endpoints. API Gateway checks the caller's token before a function runs. */
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { Contended } from '../accounts/account-store.ts';
import { Rejected } from '../accounts/rejected.ts';
import { type AccountIssueType, accountIssues } from '../accounts/request-issues.ts';
import type { BodySchema } from '../body/validation-issue.ts';
import { httpError } from '../http/http-error.ts';
import { bodyLimit } from '../middleware/body-limit.ts';
import { chain } from '../middleware/chain.ts';
import { errors } from '../middleware/error-handler.ts';
import { jsonBody } from '../middleware/json-body.ts';
import { jsonResponse, type Result } from '../middleware/json-response.ts';
import type { Chain, Handler } from '../middleware/middleware.ts';
import { noStore } from '../middleware/response-headers.ts';
import { schemaCheck } from '../middleware/schema.ts';
import { type SignedIn, signedIn } from '../middleware/signed-in.ts';
import { unavailable } from '../middleware/unavailable.ts';

/** A request to an account endpoint. */
interface AccountRequest extends Readonly<SignedIn> {
  readonly event: APIGatewayProxyEventV2;
}

/**
 * An endpoint without a body.
 *
 * @param work - returns the response, or nothing for a 204. {@link Rejected} becomes a 4xx, a fault of
 *   DynamoDB or the identity provider 503, and any other error 500.
 */
export const accountEndpoint = (work: (request: AccountRequest) => Promise<unknown>): Handler =>
  start()
    .use(jsonResponse())
    .handler((event, { ref }) => resultOf(work({ ref, event })));

/** An endpoint with a body. */
export const accountBodyEndpoint = <Body>(
  schema: BodySchema<Body, AccountIssueType>,
  work: (body: Body, request: AccountRequest) => Promise<unknown>,
  status?: 201,
): Handler =>
  start()
    .use(bodyLimit())
    .use(jsonBody())
    .use(schemaCheck(schema, accountIssues))
    .use(jsonResponse(status))
    .handler((event, { ref, body }) => resultOf(work(body, { ref, event })));

const resultOf = (work: Promise<unknown>): Promise<Result> =>
  work.then((body) => ({ body }), throwHttpError);

/** The key id in the path. */
export const keyIdOf = ({ event }: AccountRequest): string => event.pathParameters?.id ?? '';

const start = (): Chain<SignedIn> => chain().use(noStore()).use(errors()).use(signedIn());

const statusOf: Readonly<Record<Rejected['reason'], number>> = {
  no_account: 404,
  no_key: 404,
  deleted: 410,
  suspended: 403,
  too_many_keys: 409,
  key_final: 409,
  predecessor_active: 409,
  too_many_changes: 429,
};

const throwHttpError = (thrown: unknown): never => {
  // Only the holder's own requests compete for their account, so this is not a fault.
  if (thrown instanceof Contended) {
    throw httpError(409, 'The account is being changed by other requests. Try again.', {
      headers: { 'Retry-After': '1' },
    });
  }
  if (thrown instanceof Rejected) {
    const { reason, message, retryAfterSeconds } = thrown;
    throw httpError(statusOf[reason], message, {
      ...(retryAfterSeconds && { headers: { 'Retry-After': String(retryAfterSeconds) } }),
    });
  }
  return unavailable('account')(thrown);
};
