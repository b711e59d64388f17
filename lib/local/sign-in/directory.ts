/** Who can sign in: anybody. Each address is one person, whatever its case, as in a Cognito user pool. */
import { randomUUID } from 'node:crypto';

/** The people who have signed in, in memory. */
export interface Directory {
  /** The `sub` of an address: random, and made when the address first comes. */
  readonly subOf: (email: string) => string;
  /** The `sub` of an address that came before. */
  readonly find: (email: string) => string | undefined;
  /** The address of a `sub`, as it was first typed. */
  readonly emailOf: (sub: string) => string | undefined;
  /** Forgets a person. Says whether there was one; their address is then one that never came. */
  readonly forget: (sub: string) => boolean;
}

/** An empty one. */
export const createDirectory = (): Directory => {
  const subs = new Map<string, string>();
  const emails = new Map<string, string>();
  return {
    subOf: (email) => {
      const known = subs.get(email.toLowerCase());
      if (known !== undefined) return known;
      const sub = randomUUID();
      subs.set(email.toLowerCase(), sub);
      emails.set(sub, email);
      return sub;
    },
    find: (email) => subs.get(email.toLowerCase()),
    emailOf: (sub) => emails.get(sub),
    forget: (sub) => {
      subs.delete(emails.get(sub)?.toLowerCase() ?? '');
      return emails.delete(sub);
    },
  };
};
