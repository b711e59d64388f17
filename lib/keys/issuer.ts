/** The issuer of a stage's keys, as the operator knows it: by its secret's fingerprint, never the secret. */
import type { KeyRecord } from '../../functions/keys/key-record.ts';

/** An issuer. */
export interface Issuer {
  /** See `issuerFingerprint`. */
  readonly fingerprint: string;
  /** When its secret was made in the place of one that was lost. Absent: it is the stage's first. */
  readonly replaced_at?: string;
}

/**
 * Whether an issuer tagged a key, as far as the key's record tells. A record without a fingerprint was
 * written before they were kept, so its key is not of an issuer that came later.
 */
export const isOfIssuer = (
  { issuer, created_at }: KeyRecord,
  { fingerprint, replaced_at = '' }: Issuer,
): boolean => (issuer === undefined ? created_at >= replaced_at : issuer === fingerprint);
