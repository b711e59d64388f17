/** The users of the local sign-in: anybody. Each address is one user, whatever its case, as in a Cognito user pool. */
import { randomUUID } from 'node:crypto';

/** The users, in memory. */
export interface Directory {
  /** The `sub` of an address: random, created when the address is first used. `undefined`: the user is disabled. */
  readonly subOf: (email: string) => string | undefined;
  /** The `sub` of the user with an address, disabled or not. */
  readonly find: (email: string) => string | undefined;
  /** The address of a user, as first typed; `undefined` where there is no user with that `sub`, or it is disabled. */
  readonly emailOf: (sub: string) => string | undefined;
  /** Removes a user, and says whether there was one. Whoever uses the address next is a new user. */
  readonly remove: (sub: string) => boolean;
  /** Disables a user, and says whether there is one. Its address can't be used for another. */
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
