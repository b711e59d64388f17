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

/** A line for each resource of a call. */
export const linesOf = (functionId: string, { action, resources }: Call): readonly string[] =>
  resources.map((resource) => `${functionId}: ${action} on ${resource}`);

/**
 * What a function's role allows, in lines like those of calls. Resources are compared as they are: a pattern other than
 * that of a log would allow no call.
 */
export const permissionsOf = (stack: Stack, functionId: string): readonly string[] => {
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
    .flatMap((id) => stack.property<Document>(id, 'PolicyDocument').Statement)
    .flatMap(({ Effect, Action, Resource, ...others }) => {
      if (Effect !== 'Allow' || Object.keys(others).length > 0) {
        throw new Error(`The policy statement of ${Action} is not supported.`);
      }
      const resources = [Resource].flat();
      return [Action].flat().flatMap((action) => linesOf(functionId, { action, resources }));
    });
};

/** Whether a text matches a pattern, in which `*` is any text and `?` any character. */
export const matches = (pattern: string, text: string): boolean => {
  const source = pattern.replace(/[\\^$.*+?()[\]{}|]/g, (sign) =>
    sign === '*' ? '.*' : sign === '?' ? '.' : `\\${sign}`,
  );
  return new RegExp(`^${source}$`, 's').test(text);
};
