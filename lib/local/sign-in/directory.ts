/** The users of the local sign-in. Like in a Cognito user pool, addresses are case-insensitive. */
import { randomUUID } from 'node:crypto';

export interface Directory {
  /** The `sub` of an address, whose user is created if necessary; `undefined` if the user is disabled. */
  readonly subOf: (email: string) => string | undefined;
  /** The `sub` of an existing user, disabled or not. */
  readonly find: (email: string) => string | undefined;
  /** The address of a user, as first entered; `undefined` for an unknown or disabled user. */
  readonly emailOf: (sub: string) => string | undefined;
  /** Removes a user; returns whether there was one. The address can be used for a new user. */
  readonly remove: (sub: string) => boolean;
  /** Disables a user; returns whether there is one. The address can't be used for another user. */
  readonly disable: (sub: string) => boolean;
}

interface User {
  readonly sub: string;
  readonly email: string;
  disabled: boolean;
}

/** Creates an empty directory. */
export const createDirectory = (): Directory => {
  const users: User[] = [];
  const withSub = (sub: string) => users.find((user) => user.sub === sub);
  const withEmail = (email: string) =>
    users.find((user) => user.email.toLowerCase() === email.toLowerCase());
  const add = (email: string) => {
    const user = { sub: randomUUID(), email, disabled: false };
    users.push(user);
    return user;
  };
  const enabled = (user: User | undefined) => (user?.disabled ? undefined : user);
  return {
    subOf: (email) => enabled(withEmail(email) ?? add(email))?.sub,
    find: (email) => withEmail(email)?.sub,
    emailOf: (sub) => enabled(withSub(sub))?.email,
    remove: (sub) => {
      const user = withSub(sub);
      if (user) users.splice(users.indexOf(user), 1);
      return user !== undefined;
    },
    disable: (sub) => {
      const user = withSub(sub);
      if (user) user.disabled = true;
      return user !== undefined;
    },
  };
};
