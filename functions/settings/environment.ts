/** Reads environment variables. */
import * as v from 'valibot';

export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Reads the variables that an object schema names. An empty one counts as missing.
 *
 * @throws {Error} that names every missing or invalid variable, without values: Lambda logs the whole error,
 *   and the environment contains the role's credentials.
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

/** Describes an issue by its schema alone, since its `message` quotes the value. */
const problem = (issue: v.BaseIssue<unknown>): string => {
  const { type, input, expected } = issue;
  const name = v.getDotPath(issue);
  if (input === undefined) return `${name} is missing`;
  if (type === 'parse_json') return `${name} is not JSON`;
  return expected === null ? `${name} is malformed` : `${name} is not ${expected}`;
};
