import { createHash, randomBytes } from 'node:crypto';
import { accountIdFrom } from '../keys/format.ts';

/**
 * The id of the account of whoever signs in: derived from the `sub` that the identity provider knows them
 * by, so that no index is needed.
 */
export const accountIdOf = (sub: string): string =>
  accountIdFrom(createHash('sha256').update(sub).digest());

/** An id for an account without a sign-in. */
export const randomAccountId = (): string => accountIdFrom(randomBytes(8));
