/** Which keys a stage accepts. */
import type { Plan, QuotaHolder } from '../quota/window.ts';
import { keyHash } from './hash.ts';

/** An accepted key: known by its hash or its id, never in clear. */
export type ApiKey = QuotaHolder;

/**
 * Accepts a non-empty key, or returns `undefined`, which is answered 401. It rejects when it can't tell,
 * which is answered 503.
 */
export type KeyPolicy = (key: string) => Promise<ApiKey | undefined>;

/** The `demo` policy: every key but the revoked ones, all on one plan. */
export const demoPolicy =
  ({
    plan,
    revokedKeyHashes,
  }: {
    readonly plan: Plan;
    readonly revokedKeyHashes: ReadonlySet<string>;
  }): KeyPolicy =>
  async (key) => {
    const hash = keyHash(key);
    return revokedKeyHashes.has(hash) ? undefined : { partition: hash, plan };
  };
