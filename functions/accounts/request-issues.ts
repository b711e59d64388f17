/** The account endpoints' validation errors, as pydantic v2 writes them. */
import * as v from 'valibot';
import { fieldIssues, type IssueType } from '../body/validation-issue.ts';
import type { ValidationIssue } from '../http/error-bodies.ts';
import { longestKeyName } from '../keys/key-name.ts';

const nameRule =
  'a name must have a visible character, no control, direction or invisible characters, and at most eight combining marks in a row';

/** Messages that the API's own endpoints don't need, kept out of their bundles. */
const messages = {
  string_too_long: () => ({
    msg: `String should have at most ${longestKeyName} characters`,
    ctx: { max_length: longestKeyName },
  }),
  value_error: () => ({ msg: `Value error, ${nameRule}`, ctx: { error: nameRule } }),
  literal_error: (choices: readonly string[]) => {
    const expected = `${choices.slice(0, -1).join(', ')} or ${choices.at(-1)}`;
    return { msg: `Input should be ${expected}`, ctx: { expected } };
  },
};

type OwnType = keyof typeof messages;

/** The type of a field's issue, which a schema gives to each check as its message. */
export type AccountIssueType = IssueType | OwnType;

/** An entry of a 422. */
export interface AccountIssue extends Omit<ValidationIssue, 'type' | 'ctx'> {
  readonly type: ValidationIssue['type'] | OwnType;
  readonly ctx?: object;
}

/** The first issue of each field, in the order of the schema. */
export const accountIssues = (
  issues: readonly v.BaseIssue<unknown>[],
  body: object,
): readonly AccountIssue[] => {
  const found = new Map<unknown, AccountIssue>();
  for (const issue of issues) {
    const field = v.getDotPath(issue);
    const described = ownIssue(issue) ?? fieldIssues([issue], body)[0];
    if (described && !found.has(field)) found.set(field, described);
  }
  return [...found.values()];
};

const ownIssue = ({
  message,
  path = [] as never,
  input,
  expected,
}: v.BaseIssue<unknown>): AccountIssue | undefined => {
  if (!Object.hasOwn(messages, message)) return undefined;
  const type = message as OwnType;
  const loc = ['body', ...path.map(({ key }) => key as string)];
  // Valibot's format is `(0 | 3600)`.
  const choices = expected?.slice(1, -1).split(' | ') ?? [];
  const { msg, ctx } = messages[type](choices);
  return { type, loc, msg, input, ctx };
};
