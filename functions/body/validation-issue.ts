/**
 * The entries of a 422 body, as pydantic v2 (2.13) writes them, so that a client written against a
 * FastAPI service needs no change. https://docs.pydantic.dev/latest/errors/validation_errors/
 */
import * as v from 'valibot';
import type { ValidationIssue } from '../http/error-bodies.ts';
import type { JsonFault } from './json.ts';

/** What each type says, given the bound that was not kept. */
const messages = {
  string_type: () => ({ msg: 'Input should be a valid string' }),
  string_too_short: (minimum: number) => ({
    msg: `String should have at least ${minimum} character${minimum === 1 ? '' : 's'}`,
    ctx: { min_length: minimum },
  }),
  int_type: () => ({ msg: 'Input should be a valid integer' }),
  int_from_float: () => ({
    msg: 'Input should be a valid integer, got a number with a fractional part',
  }),
  float_type: () => ({ msg: 'Input should be a valid number' }),
  greater_than: (bound: number) => ({
    msg: `Input should be greater than ${bound}`,
    ctx: { gt: bound },
  }),
  greater_than_equal: (bound: number) => ({
    msg: `Input should be greater than or equal to ${bound}`,
    ctx: { ge: bound },
  }),
  less_than_equal: (bound: number) => ({
    msg: `Input should be less than or equal to ${bound}`,
    ctx: { le: bound },
  }),
};

/** The types of a field's issues. A schema gives one to each of its checks, as the check's message. */
export type IssueType = keyof typeof messages;

/** The issue of a body that is absent or empty. */
export const bodyMissing: ValidationIssue = {
  type: 'missing',
  loc: ['body'],
  msg: 'Field required',
  input: null,
};

/** The issue of a body that is something else than a JSON object. */
export const bodyNotObject = (input: unknown): ValidationIssue => ({
  type: 'model_attributes_type',
  loc: ['body'],
  msg: 'Input should be a valid dictionary or object to extract fields from',
  input,
});

/** The issue of a body that was not sent as JSON. */
export const bodyNotSentAsJson = (input: string, contentType: string): ValidationIssue => ({
  ...bodyNotObject(input),
  ctx: {
    error: `Sent as ${contentType.slice(0, longestContentType)}, wanted is ${wantedContentType}`,
  },
});

/** What JSON is to be sent as, and how much of another type an issue shows, in UTF-16 units. */
const wantedContentType = 'application/json';
const longestContentType = 100;

/** The issue of a body that is not JSON. */
export const bodyNotJson = ({ offset, error }: JsonFault): ValidationIssue => ({
  type: 'json_invalid',
  loc: ['body', offset],
  msg: 'JSON decode error',
  input: {},
  ctx: { error },
});

/** The issues of an object's fields: the first of each field, in the order of the schema. */
export const fieldIssues = (
  issues: readonly v.BaseIssue<unknown>[],
  body: object,
): readonly ValidationIssue[] => {
  const found = new Map<string, ValidationIssue>();
  for (const issue of issues) {
    const field = v.getDotPath(issue) ?? '';
    if (!found.has(field) && !isOverflow(issue)) found.set(field, fieldIssue(issue, body));
  }
  return [...found.values()];
};

/** A number beyond all doubles (`1e999`) arrives as infinite: out of range, not a fraction. */
const isOverflow = ({ type, input }: v.BaseIssue<unknown>): boolean =>
  type === 'integer' && Math.abs(input as number) === Number.POSITIVE_INFINITY;

const fieldIssue = (issue: v.BaseIssue<unknown>, body: object): ValidationIssue => {
  const path = issue.path ?? [];
  const loc = ['body', ...path.map(({ key }) => key as string | number)];
  if (path.at(-1)?.origin === 'key') {
    const object = path.length > 1 ? path.at(-1)?.input : body;
    return { type: 'missing', loc, msg: 'Field required', input: object };
  }
  const type = issue.message as IssueType;
  const { msg, ...context } = messages[type](issue.requirement as number);
  return { type, loc, msg, input: issue.input, ...context };
};
