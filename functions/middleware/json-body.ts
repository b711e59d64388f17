import jsonBodyParser from '@middy/http-json-body-parser';
import { forbiddenMember, isNestedDeeper, jsonFault, nestedTooDeeply } from '../body/json.ts';
import {
  bodyMissing,
  bodyNotJson,
  bodyNotSentAsJson,
  bodyNotUtf8,
} from '../body/validation-issue.ts';
import { headerValue } from '../http/header-value.ts';
import { httpError } from '../http/http-error.ts';
import type { Decoded } from './body-limit.ts';
import type { Middleware } from './middleware.ts';

/** `application/json` or `application/*+json`, with or without parameters. */
const jsonType = /^\s*application\/(?:[^\s;,]+\+)?json\s*(?:;|$)/i;

/** The deepest nesting of a body. The parser recurses, and exhausts Lambda's stack at about 2,300 levels. */
const deepest = 1000;

/** The context after parsing. */
export interface Parsed {
  json: unknown;
}

/**
 * Parses a body as JSON, or answers 422. A body without a content type is read as JSON.
 *
 * The parser's errors contain the whole body, so they must not leave this function.
 */
export const jsonBody = (): Middleware<Decoded, Parsed> => {
  // Its own content type check would answer 415.
  const parser = jsonBodyParser({ disableContentTypeCheck: true });
  return {
    before: async (request) => {
      const { event, context } = request;
      const { text, isUtf8 } = context.decodedBody;
      if (text === '') throw httpError(422, [bodyMissing]);
      const type = headerValue(event.headers, 'content-type');
      if (type && !jsonType.test(type)) throw httpError(422, [bodyNotSentAsJson(text, type)]);
      if (!isUtf8) {
        const encoding = headerValue(event.headers, 'content-encoding');
        throw httpError(422, [bodyNotUtf8(encoding, type)]);
      }
      if (isNestedDeeper(text, deepest)) throw httpError(422, [bodyNotJson(nestedTooDeeply)]);
      // Without a byte order mark, which the parser rejects.
      const parsed = { ...event, body: text, isBase64Encoded: false };
      try {
        await parser.before?.({ ...request, event: parsed });
      } catch {
        // The parser rejects JSON only for a forbidden member.
        throw httpError(422, [bodyNotJson(jsonFault(text) ?? forbiddenMember)]);
      }
      // The parser has replaced the text by its value.
      context.json = parsed.body;
    },
  };
};
