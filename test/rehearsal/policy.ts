/** What a function's role allows: IAM policies, as far as the template uses them. */
import type { Stack } from './stack.ts';

/** An action that needs permission. */
export interface Call {
  /** E.g. `dynamodb:GetItem`. */
  readonly action: string;
  /** ARNs. The action must be allowed on each of them. */
  readonly resources: readonly string[];
}

interface Statement {
  readonly Effect: string;
  readonly Action: string | readonly string[];
  readonly Resource: string | readonly string[];
}

interface Document {
  readonly Statement: Statement | readonly Statement[];
}

/** Returns a line for each of the calls' resources that a function's role does not allow. */
export const denied = (stack: Stack, functionId: string, calls: readonly Call[]): string[] => {
  const statements = statementsOf(stack, functionId);
  return calls.flatMap(({ action, resources }) =>
    resources
      .filter((resource) => !statements.some((statement) => allows(statement, action, resource)))
      .map((resource) => `${functionId} may not ${action} on ${resource}`),
  );
};

/** The statements of the policies that are attached to a function's role. */
const statementsOf = (stack: Stack, functionId: string): readonly Statement[] => {
  const role = stack
    .ids('AWS::IAM::Role')
    .find((id) => stack.attribute(id, 'Arn') === stack.property(functionId, 'Role'));
  if (role === undefined) throw new Error(`${functionId} has no role.`);
  for (const name of ['ManagedPolicyArns', 'Policies']) {
    if (stack.property(role, name)) throw new Error(`${name} of ${role} is not supported.`);
  }
  return stack
    .ids('AWS::IAM::Policy')
    .filter((id) => stack.property<readonly string[]>(id, 'Roles').includes(stack.ref(role)))
    .flatMap((id) => stack.property<Document>(id, 'PolicyDocument').Statement);
};

/** @throws {Error} for a statement that denies, or has other elements, such as a condition. */
const allows = (
  { Effect, Action, Resource, ...others }: Statement,
  action: string,
  resource: string,
): boolean => {
  if (Effect !== 'Allow' || Object.keys(others).length > 0) {
    throw new Error(`The policy statement of ${Action} is not supported.`);
  }
  return (
    [Action].flat().some((pattern) => matches(pattern, action)) &&
    [Resource].flat().some((pattern) => matches(pattern, resource))
  );
};

/** Whether a text matches a pattern, in which `*` is any text and `?` any character. */
export const matches = (pattern: string, text: string): boolean => {
  const source = pattern.replace(/[\\^$.*+?()[\]{}|]/g, (sign) =>
    sign === '*' ? '.*' : sign === '?' ? '.' : `\\${sign}`,
  );
  return new RegExp(`^${source}$`, 's').test(text);
};
