/** The middlewares that a request's body passes: the size check, the parser of JSON, and the endpoint's schema. */
import { isUtf8 } from 'node:buffer';
import jsonBodyParser from '@middy/http-json-body-parser';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import * as v from 'valibot';
import { withCommas } from '../numbers/numbers.ts';
import { HttpError } from './errors.ts';
import { maxCharacters, maxSizeText } from './fields.ts';
import { headerValue } from './headers.ts';
import {
  bodyMissing,
  bodyNotJson,
  bodyNotObject,
  bodyNotSentAsJson,
  bodyNotUtf8,
  fieldIssues,
  type IssueType,
} from './issues.ts';
import { forbiddenMember, isNestedDeeper, jsonFault, nestedTooDeeply } from './json-fault.ts';
import type { Middleware } from './middleware.ts';

export interface Decoded {
  decodedBody: ReturnType<typeof decodeBody>;
}

/** Rejects a body that is too large with 413. */
export const bodyLimit = (): Middleware<object, Decoded> => ({
  before: ({ event, context }) => {
    context.decodedBody = decodeBody(event);
    const { text } = context.decodedBody;
    const characters = countCharacters(text);
    if (characters > maxCharacters) {
      throw new HttpError(413, tooLargeDetail(characters, text.includes('\\')));
    }
  },
});

/** The detail of a 413. It explains escapes, since many JSON libraries escape all but ASCII by default. */
export const tooLargeDetail = (characters: number, hasEscapes: boolean): string => {
  const size = `The request body is larger than ${maxSizeText} characters: it has ${withCommas(characters)}.`;
  const advice = 'JSON escapes count as written (\\u00e9 is six characters): send UTF-8 instead.';
  return hasEscapes ? `${size} ${advice}` : size;
};

const countCharacters = (text: string): number => {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
};

/** Decodes an event's body, without a byte order mark (RFC 8259, section 8.1). */
const decodeBody = ({ body, isBase64Encoded }: APIGatewayProxyEventV2) => {
  const bytes = Buffer.from(body ?? '', isBase64Encoded ? 'base64' : 'utf8');
  return {
    /** Bytes that are not UTF-8 are replaced by U+FFFD. */
    text: new TextDecoder().decode(bytes),
    isUtf8: isUtf8(bytes),
  };
};

/** `application/json` or `application/*+json`, with or without parameters. */
const jsonType = /^\s*application\/(?:[^\s;,]+\+)?json\s*(?:;|$)/i;

/** The most levels of a body. The parser recurses: at about 2,300 levels, Lambda's call stack overflows. */
const deepest = 1000;

export interface Parsed {
  json: unknown;
}

/**
 * Parses a body as JSON, or answers 422. A body without a content type counts as JSON. The parser's errors contain the
 * whole body, so they must not leave this function.
 */
export const jsonBody = (): Middleware<Decoded, Parsed> => {
  // The parser's own check of the content type would answer 415.
  const parser = jsonBodyParser({ disableContentTypeCheck: true });
  return {
    before: async (request) => {
      const { event, context } = request;
      const { text, isUtf8 } = context.decodedBody;
      if (text === '') throw new HttpError(422, [bodyMissing]);
      const type = headerValue(event.headers, 'content-type');
      if (type && !jsonType.test(type)) throw new HttpError(422, [bodyNotSentAsJson(text, type)]);
      if (!isUtf8) {
        const encoding = headerValue(event.headers, 'content-encoding');
        throw new HttpError(422, [bodyNotUtf8(encoding, type)]);
      }
      if (isNestedDeeper(text, deepest)) throw new HttpError(422, [bodyNotJson(nestedTooDeeply)]);
      // The decoded text has no byte order mark, which the parser would reject.
      const parsed = { ...event, body: text, isBase64Encoded: false };
      try {
        await parser.before?.({ ...request, event: parsed });
      } catch {
        // The parser rejects JSON only for a forbidden member.
        throw new HttpError(422, [bodyNotJson(jsonFault(text) ?? forbiddenMember)]);
      }
      // The parser has replaced the text by its value.
      context.json = parsed.body;
    },
  };
};

/**
 * The schema of a request body. Each check of a field has an issue type as its message: with another message, an
 * invalid body would get 500 instead of 422.
 */
export type BodySchema<Body, Type extends string = IssueType> = v.GenericSchema<unknown, Body> & {
  readonly entries: Readonly<
    Record<string, CheckedField<Type> | { readonly wrapped: CheckedField<Type> }>
  >;
};

interface CheckedField<Type> {
  readonly message: Type;
  readonly pipe?: readonly { readonly message?: Type }[];
}

export interface Valid<Body> {
  body: Body;
}

/**
 * Validates a body, or answers 422 with all its errors.
 *
 * @param describe - converts the schema's issues to entries of the 422.
 */
export const schemaCheck = <Body>(
  schema: v.GenericSchema<unknown, Body>,
  describe: typeof fieldIssues = fieldIssues,
): Middleware<Parsed, Valid<Body>> => ({
  before: ({ context }) => {
    const { json } = context;
    if (!isObject(json)) throw new HttpError(422, [bodyNotObject(json)]);
    const { success, output, issues } = v.safeParse(schema, json);
    if (!success) throw new HttpError(422, describe(issues, json));
    context.body = output;
  },
});

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
