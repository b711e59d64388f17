/** The account endpoints' validation errors, as pydantic v2 writes them. */
import { fieldIssues, type IssueType, type Messages } from '../body/validation-issue.ts';
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
  literal_error: (_, expected) => {
    // Valibot's format is `(0 | 3600)`.
    const choices = expected.slice(1, -1).split(' | ');
    const listed = `${choices.slice(0, -1).join(', ')} or ${choices.at(-1)}`;
    return { msg: `Input should be ${listed}`, ctx: { expected: listed } };
  },
} satisfies Messages;

/** The type of a field's issue, which a schema gives to each check as its message. */
export type AccountIssueType = IssueType | keyof typeof messages;

/** The entries of a 422. */
export const accountIssues: typeof fieldIssues = (issues, body) =>
  fieldIssues(issues, body, messages);
