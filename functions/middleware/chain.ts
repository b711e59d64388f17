/** How the middlewares hand to each other, and to the endpoint, what they know of a request. */
import type middy from '@middy/core';
import type {
  APIGatewayProxyEventV2,
  APIGatewayProxyStructuredResultV2,
  Context,
} from 'aws-lambda';

/** A request in Middy's form. What is known of it stands on Lambda's context. */
export type Request<Known> = middy.Request<
  APIGatewayProxyEventV2,
  APIGatewayProxyStructuredResultV2,
  Error,
  Context & Known
>;

/**
 * A middleware of this service, in Middy's form.
 *
 * `Needs` are the fields of the context that must be there when it begins, and `Adds` those that its
 * `before` puts there. `onError` can count on none of them, since any middleware may have thrown.
 * Nothing may be returned: Middy would answer with it.
 */
export interface Middleware<Needs = object, Adds = object> {
  readonly before?: (request: Request<Needs & Partial<Adds>>) => undefined | Promise<undefined>;
  readonly after?: (request: Request<Needs & Adds>) => undefined | Promise<undefined>;
  readonly onError?: (request: Request<Partial<Needs & Adds>>) => undefined | Promise<undefined>;
}

/** What Lambda calls: an event of payload format 2.0 in, an answer out. */
export type Handler = (event: APIGatewayProxyEventV2, context: Context) => Promise<unknown>;

/**
 * Middy, with narrower types. Its own let any middleware follow any other; here one is taken only after
 * those that add what it needs, and the endpoint's work is given what all of them have added.
 */
export interface Chain<Known> {
  readonly use: <Adds>(middleware: Middleware<Known, Adds>) => Chain<Known & Adds>;
  readonly handler: (
    work: (event: APIGatewayProxyEventV2, context: Context & Known) => unknown,
  ) => Handler;
}
