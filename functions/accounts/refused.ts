/** Why a change of an account, or a look at it, is refused. */
export type Reason =
  | 'no_account'
  | 'deleted'
  | 'suspended'
  /** The account has no key with that id. */
  | 'no_key'
  | 'too_many_keys'
  | 'too_many_changes'
  /** The key is as it stays: revoked, expired, or rotated already. */
  | 'key_final'
  /** The key's predecessor still lives. */
  | 'predecessor_active';

/** A change that is refused. The message is for the person who wanted it. */
export class Refused extends Error {
  readonly reason: Reason;
  /** When it would no longer be, in seconds from now, where time alone brings it. */
  readonly retryAfterSeconds: number | undefined;

  constructor(reason: Reason, message: string, retryAfterSeconds?: number) {
    super(message);
    this.reason = reason;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** What is said where there is no account. */
export const noAccount = (): Refused => new Refused('no_account', 'There is no such account.');
