import { jsonFault } from '../body/json.ts';
import { bodyMissing, bodyNotJson, bodyNotObject } from '../body/problem.ts';
import { httpError } from '../errors.ts';
import { headerValue } from './header-value.ts';
import type { Middleware } from './request.ts';

/** `application/json` or `application/*+json`, with or without parameters. */
const jsonType = /^\s*application\/(?:[^\s;,]+\+)?json\s*(?:;|$)/i;

/**
 * Gate 4, first half: a body that is JSON, or 422. A body without a content type is read as JSON.
 *
 * `@middy/http-json-body-parser` answers 415 where the contract wants a 422 that says what is wrong
 * and where.
 */
export const jsonBody = (): Middleware => ({
  before: ({ event, context }) => {
    const { text, isUtf8 } = context.decodedBody;
    if (text === '') throw httpError(422, [bodyMissing]);
    const type = headerValue(event.headers, 'content-type');
    if (type && !jsonType.test(type)) throw httpError(422, [bodyNotObject(text)]);
    if (!isUtf8) throw httpError(422, [bodyNotJson({ offset: 0, error: 'Invalid UTF-8' })]);
    try {
      context.body = JSON.parse(text);
    } catch {
      throw httpError(422, [bodyNotJson(jsonFault(text) ?? { offset: 0, error: 'Invalid JSON' })]);
    }
  },
});
