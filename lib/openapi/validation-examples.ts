/** Bodies that do not fit, and the 422 that each is answered: the rows of the contract's table. */
import * as v from 'valibot';
import {
  forbiddenMember,
  type JsonFault,
  jsonFault,
  nestedTooDeeply,
} from '../../functions/body/json.ts';
import {
  bodyMissing,
  bodyNotJson,
  bodyNotObject,
  fieldIssues,
} from '../../functions/body/validation-issue.ts';
import type { ValidationIssue } from '../../functions/http/responses.ts';
import { requestSchemas } from './schemas.ts';
import type { Example } from './types.ts';

/** A body by what is wrong with it, and its fault where that is not one of its syntax. */
type Misfits = readonly (readonly [summary: string, body: string, fault?: JsonFault])[];

const ofAnyRequest: Misfits = [
  ['No body', ''],
  ['Not JSON', '{"text":"hello"'],
  ['A forbidden member name', '{"text":"hello","__proto__":{}}', forbiddenMember],
  ['Nested too deeply', '['.repeat(1_001), nestedTooDeeply],
  ['Not an object', '["hello"]'],
  ['`text` is missing', '{"txt":"hello"}'],
  ['`text` is not a string', '{"text":5}'],
  ['`text` is empty', '{"text":""}'],
];

const ofRequest: Readonly<Record<keyof typeof requestSchemas, Misfits>> = {
  TextRequest: [],
  ScreamRequest: [
    ['`intensity` is not a number', '{"text":"hello","intensity":"3"}'],
    ['`intensity` has a fraction', '{"text":"hello","intensity":2.5}'],
    ['`intensity` is below 1', '{"text":"hello","intensity":0}'],
    ['`intensity` is above 10', '{"text":"hello","intensity":11}'],
    ['Several problems at once', '{"text":"","intensity":11}'],
  ],
  EmphasizeRequest: [
    ['`emphasis_ratio` is not a number', '{"text":"hello","emphasis_ratio":true}'],
    ['`emphasis_ratio` is not above 0', '{"text":"hello","emphasis_ratio":0}'],
    ['`emphasis_ratio` is above 1', '{"text":"hello","emphasis_ratio":1.5}'],
    ['Several problems at once', '{"emphasis_ratio":null}'],
  ],
};

/** The examples of 422 for a request, by names such as `text_is_missing`. */
export const validationExamples = (
  request: keyof typeof requestSchemas,
): Readonly<Record<string, Example>> =>
  Object.fromEntries(
    [...ofAnyRequest, ...ofRequest[request]].map(([summary, body, fault]) => [
      summary.toLowerCase().replaceAll('`', '').replaceAll(' ', '_'),
      {
        summary,
        value: { detail: issuesOf(requestSchemas[request], body, fault) },
        'x-request-body': body,
      },
    ]),
  );

/** What the functions make of a body, by the same code. */
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
