/** Where functions read their environment variables: all of them, and nowhere else. */
import * as v from 'valibot';

/** Environment variables by name. */
export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Reads the variables that the schema of an object names. An empty one counts as missing.
 *
 * @throws {Error} when one is missing or malformed: a function that is set up wrongly fails at its
 * start, not at some request. The message names every such variable and what is wrong with it. No
 * value is in it, and nothing else is in the error: Lambda logs whatever hangs on an error, the
 * environment holds the credentials of the function's role, and a misplaced value may be a secret.
 */
export const readEnvironment = <const Schema extends v.GenericSchema>(
  schema: Schema,
  environment: Environment,
): v.InferOutput<Schema> => {
  const set = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));
  const { success, output, issues } = v.safeParse(schema, set);
  if (success) return output;
  throw new Error(`Settings: ${issues.map(problem).join('; ')}`);
};

/** What is wrong, in words that come from the schema alone: an issue's `message` quotes the value. */
const problem = (issue: v.BaseIssue<unknown>): string => {
  const { type, input, expected } = issue;
  const name = v.getDotPath(issue);
  if (input === undefined) return `${name} is missing`;
  if (type === 'parse_json') return `${name} is not JSON`;
  return expected === null ? `${name} is malformed` : `${name} is not ${expected}`;
};
