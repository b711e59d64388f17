/** Why a request for an account, or for a change of it, is rejected. */
export type Reason =
  | 'no_account'
  | 'deleted'
  | 'suspended'
  /** The account has no key with that id. */
  | 'no_key'
  | 'too_many_keys'
  | 'too_many_changes'
  /** The key can no longer change: it is revoked, expired or was rotated. */
  | 'key_final'
  /** The key's predecessor is still active. */
  | 'predecessor_active';

/** A rejected request. Nothing was changed. The message is for the person who made the request. */
export class Rejected extends Error {
  readonly reason: Reason;
  /** In how many seconds the request can succeed, where only time is needed. */
  readonly retryAfterSeconds: number | undefined;

  constructor(reason: Reason, message: string, retryAfterSeconds?: number) {
    super(message);
    this.reason = reason;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}
