import { keyStart } from '../keys/format.ts';
import { issuerSecret } from '../keys/issuer-secret.ts';
import { newKey } from '../keys/new-key.ts';
import { readAccountSettings } from '../settings/account-settings.ts';
import type { AccountAccess } from './account-access.ts';
import type { AddedKey } from './changes.ts';

/** A key for an account, to be shown once. */
export interface MadeKey {
  readonly key: string;
  /** What the account keeps of it. */
  readonly facts: Omit<AddedKey, 'name' | 'expires_at'>;
}

/** Makes what makes keys of the stage. It rejects with DynamoDB's error, or where the issuer's secret is lost. */
export const keyMaker = ({ client, keyTable }: AccountAccess): (() => Promise<MadeKey>) => {
  const { STAGE } = readAccountSettings(process.env, ['STAGE']);
  const issuer = issuerSecret(client, keyTable);
  return async () => {
    const { key, ...facts } = newKey(STAGE, (await issuer.forNewKey()).secret);
    return { key, facts: { ...facts, start: keyStart(key, STAGE) } };
  };
};
