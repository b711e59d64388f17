import type { Plan, QuotaHolder } from '../quota/window.ts';
import { keyHash } from './hash.ts';

/** An accepted key, never in clear. */
export interface ApiKey extends QuotaHolder {
  /** When it ends, in milliseconds since the epoch; absent for a key without an end. */
  readonly endsAt?: number;
}

/** The response header with a key's end. */
export const expiryHeader = 'X-API-Key-Expires';

/** Accepts a non-empty key, or returns `undefined` (401). Rejects if it can't be checked. */
export type KeyPolicy = (key: string) => Promise<ApiKey | undefined>;

/** The `demo` policy: accepts every key except the revoked ones, all on one plan. */
export const demoPolicy = ({
  plan,
  revokedHashes,
}: {
  readonly plan: Plan;
  readonly revokedHashes: readonly string[];
}): KeyPolicy => {
  const revoked = new Set(revokedHashes);
  return async (key) => {
    const hash = keyHash(key);
    return revoked.has(hash) ? undefined : { partition: hash, plan };
  };
};
