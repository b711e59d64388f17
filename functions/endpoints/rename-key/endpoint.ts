/** `PATCH /account/keys/{id}`: renames a key. */
import * as v from 'valibot';
import { keyName } from '../../request/fields.ts';

export const route = { method: 'PATCH', path: '/account/keys/{id}' } as const;

export const request = v.object({ name: keyName() });

export const needs = {
  ACCOUNT_TABLE: ['dynamodb:GetItem', 'dynamodb:PutItem'],
  ACCOUNTS: [],
} as const;
