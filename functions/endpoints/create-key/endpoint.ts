/** `POST /account/keys`: creates a key and returns its clear text, only here. */
import * as v from 'valibot';
import { integer, keyName } from '../../request/fields.ts';

export const route = { method: 'POST', path: '/account/keys' } as const;

/** Without `expires_in_days`, the key does not expire. */
export const request = v.object({
  name: keyName(),
  expires_in_days: v.nullish(integer(1, 3_650), null),
});

export const needs = {
  ACCOUNT_TABLE: ['dynamodb:GetItem', 'dynamodb:PutItem'],
  STAGE: [],
  ACCOUNTS: [],
} as const;
