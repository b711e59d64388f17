import * as v from 'valibot';
import { bodyNotObject, fieldIssues } from '../body/validation-issue.ts';
import { httpError } from '../http/http-error.ts';
import type { Middleware } from './chain.ts';
import type { Parsed } from './json-body.ts';

/** What is known of a request whose body fits the endpoint's schema. */
export interface Valid<Body> {
  /** The schema's output. */
  body: Body;
}

/** Gate 4, second half: a body that fits the endpoint's schema, or 422 with all its problems. */
export const schemaCheck = <Body>(
  schema: v.GenericSchema<unknown, Body>,
): Middleware<Parsed, Valid<Body>> => ({
  before: ({ context }) => {
    const { json } = context;
    if (!isObject(json)) throw httpError(422, [bodyNotObject(json)]);
    const { success, output, issues } = v.safeParse(schema, json);
    if (!success) throw httpError(422, fieldIssues(issues, json));
    context.body = output;
  },
});

/** Whether a value is an object, as JSON has it. */
export const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
