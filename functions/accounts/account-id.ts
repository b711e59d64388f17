import { createHash, randomBytes } from 'node:crypto';
import { accountIdFrom } from '../keys/format.ts';

/** The account id of a user, derived from the identity provider's `sub`, so that no index is needed. */
export const accountIdOf = (sub: string): string =>
  accountIdFrom(createHash('sha256').update(sub).digest());

/** An id for an account without a sign-in. */
export const randomAccountId = (): string => accountIdFrom(randomBytes(8));
