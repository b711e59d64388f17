/** The middlewares of the account endpoints. API Gateway checks the caller's token before a function runs. */
import type { APIGatewayProxyEventV2, APIGatewayProxyEventV2WithJWTAuthorizer } from 'aws-lambda';
import { type AccountRef, Refusal, type RefusalKind } from '../accounts/changes.ts';
import { Fault } from '../faults/fault.ts';
import { deriveAccountId } from '../keys/format.ts';
import { longestKeyName } from '../keys/rules.ts';
import { type BodySchema, bodyLimit, jsonBody, schemaCheck } from './body.ts';
import { errors, HttpError, throwUnavailable } from './errors.ts';
import { addEndpointHeaders } from './headers.ts';
import { fieldIssues, type IssueType, type Messages } from './issues.ts';
import { type Chain, chain, type Handler, jsonResponse, type Middleware } from './middleware.ts';

const nameRule =
  'a name must have a visible character, no control, direction or invisible characters, and at most eight combining marks in a row';

/** Messages that the API's own endpoints don't need, kept out of their bundles. */
const messages = {
  string_too_long: () => ({
    msg: `String should have at most ${longestKeyName} characters`,
    ctx: { max_length: longestKeyName },
  }),
  value_error: () => ({ msg: `Value error, ${nameRule}`, ctx: { error: nameRule } }),
  literal_error: (_, expected) => {
    // Valibot's format is `(0 | 3600)`.
    const choices = expected.slice(1, -1).split(' | ');
    const listed = `${choices.slice(0, -1).join(', ')} or ${choices.at(-1)}`;
    return { msg: `Input should be ${listed}`, ctx: { expected: listed } };
  },
} satisfies Messages;

/** The type of a field's issue, which a schema gives to each check as its message. */
type AccountIssueType = IssueType | keyof typeof messages;

const accountIssues: typeof fieldIssues = (issues, body) => fieldIssues(issues, body, messages);

/** The context of a request that API Gateway's authorizer accepted. */
interface SignedIn {
  /** The caller's account, which may not exist. */
  ref: Required<AccountRef>;
}

/** Reads the caller from the authorizer's claims. An event without them is a fault of the gateway: 500. */
const signedIn = (): Middleware<object, SignedIn> => ({
  before: ({ event, context }) => {
    const { authorizer } = event.requestContext as Partial<
      APIGatewayProxyEventV2WithJWTAuthorizer['requestContext']
    >;
    const sub = authorizer?.jwt?.claims?.sub;
    if (typeof sub !== 'string' || sub === '') throw new Fault('NO_CLAIMS');
    context.ref = { id: deriveAccountId(sub), sub };
  },
});

interface AccountRequest extends Readonly<SignedIn> {
  readonly event: APIGatewayProxyEventV2;
}

/**
 * An endpoint without a body.
 *
 * @param work - returns the response, or nothing for a 204. If it throws {@link Refusal}, the response is a 4xx; for a
 *   fault of DynamoDB or the identity provider it is 503, and for any other error 500.
 */
export const accountEndpoint = (work: (request: AccountRequest) => Promise<unknown>): Handler =>
  accountChain()
    .use(jsonResponse())
    .handler((event, { ref }) => work({ ref, event }).catch(throwHttpError));

export const accountBodyEndpoint = <Body>(
  schema: BodySchema<Body, AccountIssueType>,
  work: (body: Body, request: AccountRequest) => Promise<unknown>,
  status?: 201,
): Handler =>
  accountChain()
    .use(bodyLimit())
    .use(jsonBody())
    .use(schemaCheck(schema, accountIssues))
    .use(jsonResponse(status))
    .handler((event, { ref, body }) => work(body, { ref, event }).catch(throwHttpError));

export const requestedKeyId = ({ event }: AccountRequest): string => event.pathParameters?.id ?? '';

const accountChain = (): Chain<SignedIn> =>
  chain().use(addEndpointHeaders()).use(errors()).use(signedIn());

const refusalStatuses = {
  absent: 404,
  deleted: 410,
  suspended: 403,
  conflict: 409,
  limit: 429,
} as const satisfies Record<RefusalKind, number>;

const throwHttpError = (thrown: unknown): never => {
  if (!(thrown instanceof Refusal)) return throwUnavailable('account', thrown);
  const { kind, message, retryAfterSeconds: seconds } = thrown;
  const headers = seconds ? { 'Retry-After': String(seconds) } : {};
  throw new HttpError(refusalStatuses[kind], message, { headers });
};
