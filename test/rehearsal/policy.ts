/** What a role allows: IAM's policies of identities, as far as the template uses them. */
import type { Stack } from './stack.ts';

/** A statement of a policy. */
export interface Statement {
  readonly Effect: 'Allow' | 'Deny';
  readonly Action: string | readonly string[];
  readonly Resource: string | readonly string[];
}

interface Document {
  readonly Statement: Statement | readonly Statement[];
}

/** The statements of a role's policies, given to it or attached to it. */
export const statementsOf = (stack: Stack, roleId: string): readonly Statement[] => {
  if (stack.property(roleId, 'ManagedPolicyArns')) {
    throw new Error(`The rehearsal does not know the managed policies of ${roleId}.`);
  }
  const own = stack.property<readonly { PolicyDocument: Document }[]>(roleId, 'Policies') ?? [];
  const attached = stack
    .ids('AWS::IAM::Policy')
    .filter((id) => stack.property<readonly string[]>(id, 'Roles').includes(stack.ref(roleId)))
    .map((id) => stack.property<Document>(id, 'PolicyDocument'));
  return [...own.map(({ PolicyDocument }) => PolicyDocument), ...attached].flatMap(
    ({ Statement }) => Statement,
  );
};

/**
 * Whether statements allow an action on a resource: some does, and none denies it.
 *
 * @throws {Error} for a statement with other elements, such as a condition.
 */
export const allows = (
  statements: readonly Statement[],
  action: string,
  resource: string,
): boolean => {
  const effects = statements.flatMap(({ Effect, Action, Resource, ...others }) => {
    const [unknown] = Object.keys(others).filter((name) => name !== 'Sid');
    if (unknown) throw new Error(`The rehearsal does not know ${unknown} in a policy.`);
    const applies =
      // The case of an action does not count, that of a resource does.
      [Action].flat().some((pattern) => matches(pattern.toLowerCase(), action.toLowerCase())) &&
      [Resource].flat().some((pattern) => matches(pattern, resource));
    return applies ? [Effect] : [];
  });
  return effects.includes('Allow') && !effects.includes('Deny');
};

/** Whether a text fits a pattern, in which `*` is any text and `?` any character. */
export const matches = (pattern: string, text: string): boolean => {
  const source = pattern.replace(/[\\^$.*+?()[\]{}|]/g, (sign) =>
    sign === '*' ? '.*' : sign === '?' ? '.' : `\\${sign}`,
  );
  return new RegExp(`^${source}$`, 's').test(text);
};
