/** `POST /account/keys/{id}/rotate`: replaces a key, which stays active for a grace period. */
import * as v from 'valibot';
import { graces } from '../../keys/rules.ts';

export const route = { method: 'POST', path: '/account/keys/{id}/rotate' } as const;

export const request = v.object({
  grace_seconds: v.picklist(graces, 'literal_error'),
});

export const needs = {
  ACCOUNT_TABLE: ['dynamodb:GetItem', 'dynamodb:PutItem'],
  STAGE: [],
  ACCOUNTS: [],
} as const;
