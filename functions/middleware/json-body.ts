import jsonBodyParser from '@middy/http-json-body-parser';
import { isNestedDeeper } from '../body/depth.ts';
import { forbiddenMember, jsonFault, nestedTooDeeply, notUtf8 } from '../body/json.ts';
import { bodyMissing, bodyNotJson, bodyNotSentAsJson } from '../body/validation-issue.ts';
import { headerValue } from '../http/header-value.ts';
import { httpError } from '../http/http-error.ts';
import type { Decoded } from './body-limit.ts';
import type { Middleware } from './chain.ts';

/** `application/json` or `application/*+json`, with or without parameters. */
const jsonType = /^\s*application\/(?:[^\s;,]+\+)?json\s*(?:;|$)/i;

/**
 * How many levels deep a body may be nested. The parser calls itself for each level, and exhausts
 * Lambda's stack at some 2,300 of them.
 */
const deepest = 1000;

/** What is known of a request whose body is JSON. */
export interface Parsed {
  /** The body's value, which may be anything. */
  json: unknown;
}

/**
 * Gate 4, first half: a body that is JSON, or 422. A body without a content type is read as JSON.
 *
 * The parser's errors hold the whole body, so none of them may leave this function.
 */
export const jsonBody = (): Middleware<Decoded, Parsed> => {
  // It does not check the content type, which it would answer with 415.
  const parser = jsonBodyParser({ disableContentTypeCheck: true });
  return {
    before: (request) => {
      const { event, context } = request;
      const { text, isUtf8 } = context.decodedBody;
      if (text === '') throw httpError(422, [bodyMissing]);
      const type = headerValue(event.headers, 'content-type');
      if (type && !jsonType.test(type)) throw httpError(422, [bodyNotSentAsJson(text, type)]);
      if (!isUtf8) throw httpError(422, [bodyNotJson(notUtf8)]);
      if (isNestedDeeper(text, deepest)) throw httpError(422, [bodyNotJson(nestedTooDeeply)]);
      // The decoded text stands for the event's body, since the parser refuses a byte order mark.
      const parsed = { ...event, body: text, isBase64Encoded: false };
      try {
        parser.before?.({ ...request, event: parsed });
      } catch {
        // What the parser refuses though it is JSON has a member that is forbidden.
        throw httpError(422, [bodyNotJson(jsonFault(text) ?? forbiddenMember)]);
      }
      // The parser has put the value in the place of the text.
      context.json = parsed.body;
    },
  };
};
