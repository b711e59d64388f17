import type { AttributeValue } from '@aws-sdk/client-dynamodb';

/**
 * What is kept of an issued key. All of it is text, and times are ISO 8601 in UTC with milliseconds,
 * so that they sort as text.
 */
export type KeyRecord = OperatorKeyRecord | AccountKeyRecord;

/** The record of a key that the operator issued. */
export interface OperatorKeyRecord extends KeyFacts {
  /** Whose key it is, in the operator's words. */
  readonly owner: string;
  readonly account?: never;
  readonly suspended_at?: never;
}

/** The record of a key that a caller made. It follows from the account's item: see `functions/accounts`. */
export interface AccountKeyRecord extends KeyFacts {
  /** The id of the account. */
  readonly account: string;
  readonly owner?: never;
  /** Since when the account is suspended, and the key revoked for as long. */
  readonly suspended_at?: string;
}

/** What is kept of every key. */
interface KeyFacts {
  /** The partition key: see `keyId`. */
  readonly id: string;
  /** The key's SHA-256 in hexadecimal. */
  readonly hash: string;
  /** The name of its plan in the stage's settings. */
  readonly plan: string;
  readonly created_at: string;
  /** When the record last changed. */
  readonly changed_at: string;
  /** From when on the key is not accepted. Absent: it does not expire. */
  readonly expires_at?: string;
  readonly revoked_at?: string;
  /** The id of the key that was issued in its place. */
  readonly successor?: string;
  /** The fingerprint of the secret that tagged the key. Absent: it was issued before this was kept. */
  readonly issuer?: string;
}

/** How a key stands. */
export type KeyState = 'active' | 'expired' | 'revoked';

/** How a key stands at a moment, in milliseconds since the epoch. */
export const keyState = (
  { revoked_at, expires_at }: Pick<KeyRecord, 'revoked_at' | 'expires_at'>,
  now: number,
): KeyState => {
  if (revoked_at !== undefined) return 'revoked';
  // A time that can't be read compares as false: such a record lets nobody in.
  return expires_at === undefined || now < Date.parse(expires_at) ? 'active' : 'expired';
};

/** The record that a DynamoDB item holds. */
export const recordOf = (item: Readonly<Record<string, AttributeValue>>): KeyRecord =>
  Object.fromEntries(
    Object.entries(item).map(([name, { S }]) => [name, S]),
  ) as unknown as KeyRecord;
