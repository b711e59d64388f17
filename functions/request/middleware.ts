/** The chain of middlewares that a request passes, with types for what they pass to each other and to the endpoint. */
import middy from '@middy/core';
import type {
  APIGatewayProxyEventV2,
  APIGatewayProxyStructuredResultV2,
  Context,
} from 'aws-lambda';
import { dynamodbAttempt } from '../aws/client.ts';

/** A request in Middy's form. Middlewares add what they know to Lambda's context. */
export type Request<Known> = middy.Request<
  APIGatewayProxyEventV2,
  APIGatewayProxyStructuredResultV2,
  Error,
  Context & Known
>;

/**
 * A middleware in Middy's form.
 *
 * `Needs` are the context fields that must exist when it begins, `Adds` those that its `before` adds. `onError` can
 * rely on neither, since any middleware may have thrown. A function that returned something would replace the response.
 *
 * @example
 * const onlyFriends = (): Middleware<Authenticated> => ({
 *   before: ({ context }) => {
 *     if (context.key.plan.name !== 'friends') throw new HttpError(403, 'Only for friends.');
 *   },
 * });
 */
export interface Middleware<Needs = object, Adds = object> {
  readonly before?: (request: Request<Needs & Partial<Adds>>) => undefined | Promise<undefined>;
  readonly after?: (request: Request<Needs & Adds>) => undefined | Promise<undefined>;
  readonly onError?: (request: Request<Partial<Needs & Adds>>) => undefined | Promise<undefined>;
}

/** What Lambda calls, with events of payload format 2.0. */
export type Handler = (event: APIGatewayProxyEventV2, context: Context) => Promise<unknown>;

/**
 * Middy with narrower types: a middleware is accepted only after those that add what it needs, and the
 * endpoint receives all that they have added.
 */
export interface Chain<Known> {
  readonly use: <Adds>(middleware: Middleware<Known, Adds>) => Chain<Known & Adds>;
  readonly handler: (
    work: (event: APIGatewayProxyEventV2, context: Context & Known) => unknown,
  ) => Handler;
}

/**
 * Begins a chain. Middy ends late work while there is time to return its slot and to log, which a function that Lambda
 * ends can't do. The cast is needed since, by Middy's types, Lambda would have to pass what the middlewares add.
 */
export const chain = (): Chain<object> =>
  middy({ timeoutEarlyInMillis: dynamodbAttempt + 100 }) as Chain<object>;

/** Sends what the endpoint returns as JSON, or a 204 if that is nothing. */
export const jsonResponse = (statusCode = 200): Middleware => ({
  after: (request) => {
    const body: unknown = request.response;
    request.response =
      body === undefined
        ? { statusCode: 204 }
        : {
            statusCode,
            headers: { 'Content-Type': 'application/json' },
            body: JSON.stringify(body),
          };
  },
});
