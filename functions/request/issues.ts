/**
 * The entries of a 422 as pydantic v2 (2.13) writes them, so that clients of FastAPI services need no change.
 * https://docs.pydantic.dev/latest/errors/validation_errors/
 */
import * as v from 'valibot';
import type { ValidationIssue } from './error-bodies.ts';
import type { JsonFault } from './json-fault.ts';

/** What an issue says, by its type. The functions receive the violated bound, and what valibot expected. */
export type Messages = Readonly<
  Record<
    string,
    (bound: number, expected: string) => { readonly msg: string; readonly ctx?: object }
  >
>;

const boundMessage = (words: string, name: string) => (bound: number) => ({
  msg: `Input should be ${words} ${bound}`,
  ctx: { [name]: bound },
});

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
  bool_type: () => ({ msg: 'Input should be a valid boolean' }),
  greater_than: boundMessage('greater than', 'gt'),
  greater_than_equal: boundMessage('greater than or equal to', 'ge'),
  less_than_equal: boundMessage('less than or equal to', 'le'),
} satisfies Messages;

/** The type of a field's issue, which a schema gives to each check as its message. */
export type IssueType = keyof typeof messages;

export const bodyMissing: ValidationIssue = {
  type: 'missing',
  loc: ['body'],
  msg: 'Field required',
  input: null,
};

export const bodyNotObject = (input: unknown): ValidationIssue => ({
  type: 'model_attributes_type',
  loc: ['body'],
  msg: 'Input should be a valid dictionary or object to extract fields from',
  input,
});

export const bodyNotSentAsJson = (input: string, contentType: string): ValidationIssue => ({
  ...bodyNotObject(input),
  ctx: {
    error: `Content-Type is ${contentType.slice(0, longestHeader)}, expected application/json`,
  },
});

/** How much of a header an issue shows, in UTF-16 units. */
const longestHeader = 100;

/** The issue of a body that is not UTF-8. It quotes headers that may say why, such as `charset=iso-8859-1`. */
export const bodyNotUtf8 = (contentEncoding = '', contentType = ''): ValidationIssue => {
  const charset = /charset\s*=(?!\s*"?utf-?8)/i.test(contentType);
  const reasons = [
    contentEncoding &&
      `; Content-Encoding is ${contentEncoding.slice(0, longestHeader)}, expected none`,
    charset && `; Content-Type is ${contentType.slice(0, longestHeader)}, expected UTF-8`,
  ];
  return bodyNotJson({ offset: 0, error: `Invalid UTF-8${reasons.filter(Boolean).join('')}` });
};

export const bodyNotJson = ({ offset, error }: JsonFault): ValidationIssue => ({
  type: 'json_invalid',
  loc: ['body', offset],
  msg: 'JSON decode error',
  input: {},
  ctx: { error },
});

/**
 * The first issue of each field, in the order of the schema.
 *
 * @param more - messages for further issue types.
 */
export const fieldIssues = (
  issues: readonly v.BaseIssue<unknown>[],
  body: object,
  more: Messages = {},
): readonly ValidationIssue[] => {
  const fields = new Map<string, ValidationIssue>();
  for (const issue of issues) {
    const field = v.getDotPath(issue) ?? '';
    if (!fields.has(field) && !isOverflow(issue)) fields.set(field, fieldIssue(issue, body, more));
  }
  return [...fields.values()];
};

/** `1e999` is parsed as infinity, which is out of range rather than a fraction. */
const isOverflow = ({ type, input }: v.BaseIssue<unknown>): boolean =>
  type === 'integer' && Math.abs(input as number) === Number.POSITIVE_INFINITY;

const fieldIssue = (issue: v.BaseIssue<unknown>, body: object, more: Messages): ValidationIssue => {
  const field = issue.path?.[0];
  const loc = ['body', String(field?.key)];
  if (field?.origin === 'key') return { type: 'missing', loc, msg: 'Field required', input: body };
  const { message: type, input, requirement, expected } = issue;
  const describe = { ...messages, ...more }[type] as Messages[string];
  const { msg, ...context } = describe(requirement as number, String(expected));
  return { type, loc, msg, input, ...context } as ValidationIssue;
};
