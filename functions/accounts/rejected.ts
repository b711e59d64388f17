/** Why a request about an account is rejected. */
export type Reason =
  | 'no_account'
  | 'deleted'
  | 'suspended'
  | 'no_key'
  | 'too_many_keys'
  | 'too_many_changes'
  /** The key is revoked, expired or already rotated. */
  | 'key_final'
  | 'predecessor_active';

/** A rejected request: nothing was changed. Callers read the message. */
export class Rejected extends Error {
  readonly reason: Reason;
  /** Set if waiting is enough. */
  readonly retryAfterSeconds: number | undefined;

  constructor(reason: Reason, message: string, retryAfterSeconds?: number) {
    super(message);
    this.reason = reason;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}
