/** Invalid bodies with their 422: the rows of the contract's table. */
import * as v from 'valibot';
import type { ValidationIssue } from '../../functions/request/error-bodies.ts';
import {
  bodyMissing,
  bodyNotJson,
  bodyNotObject,
  fieldIssues,
} from '../../functions/request/issues.ts';
import {
  forbiddenMember,
  type JsonFault,
  jsonFault,
  nestedTooDeeply,
} from '../../functions/request/json.ts';
import type { Example } from './types.ts';

/** The fault is given unless it is one of syntax. */
type InvalidBodies = readonly (readonly [summary: string, body: string, fault?: JsonFault])[];

const ofAnyRequest: InvalidBodies = [
  ['No body', ''],
  ['Not JSON', '{"text":"hello"'],
  ['A forbidden member name', '{"text":"hello","__proto__":{}}', forbiddenMember],
  ['Nested too deeply', '['.repeat(1_001), nestedTooDeeply],
  ['Not an object', '["hello"]'],
  ['`text` is missing', '{"txt":"hello"}'],
  ['`text` is not a string', '{"text":5}'],
  ['`text` is empty', '{"text":""}'],
];

/** The examples of a request's 422, by names such as `text_is_missing`. */
export const validationExamples = (
  schema: v.GenericSchema,
  invalid: InvalidBodies,
): Readonly<Record<string, Example>> =>
  Object.fromEntries(
    [...ofAnyRequest, ...invalid].map(([summary, body, fault]) => [
      summary.toLowerCase().replaceAll('`', '').replaceAll(' ', '_'),
      {
        summary,
        value: { detail: issuesOf(schema, body, fault) },
        'x-request-body': body,
      },
    ]),
  );

/** Uses the same code as the functions. */
const issuesOf = (
  schema: v.GenericSchema,
  body: string,
  fault = jsonFault(body),
): readonly ValidationIssue[] => {
  if (body === '') return [bodyMissing];
  if (fault) return [bodyNotJson(fault)];
  const value = JSON.parse(body);
  if (Array.isArray(value)) return [bodyNotObject(value)];
  return fieldIssues(v.safeParse(schema, value).issues ?? [], value);
};
