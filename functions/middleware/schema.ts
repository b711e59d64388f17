import * as v from 'valibot';
import { bodyNotObject, fieldIssues } from '../body/validation-issue.ts';
import { httpError } from '../http/http-error.ts';
import type { Parsed } from './json-body.ts';
import type { Middleware } from './middleware.ts';

/** The context after validation. */
export interface Valid<Body> {
  /** The schema's output. */
  body: Body;
}

/**
 * Validates a body, or answers 422 with all its errors.
 *
 * @param describe - converts the schema's issues to entries of the 422.
 *
 * @example
 * const request = v.object({ text, intensity: v.optional(integer(1, 10), 1) });
 * counted
 *   .use(bodyLimit())
 *   .use(jsonBody())
 *   .use(schemaCheck(request))
 *   .handler((_event, { body }) => ({ statusCode: 200, body: '!'.repeat(body.intensity) }));
 */
export const schemaCheck = <Body>(
  schema: v.GenericSchema<unknown, Body>,
  describe: typeof fieldIssues = fieldIssues,
): Middleware<Parsed, Valid<Body>> => ({
  before: ({ context }) => {
    const { json } = context;
    if (!isObject(json)) throw httpError(422, [bodyNotObject(json)]);
    const { success, output, issues } = v.safeParse(schema, json);
    if (!success) throw httpError(422, describe(issues, json));
    context.body = output;
  },
});

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
