/** `POST /account/keys/{id}/rotate`: replaces a key, which stays active for a grace period. */
import * as v from 'valibot';

export const route = { method: 'POST', path: '/account/keys/{id}/rotate' } as const;

/** In seconds: none, an hour, a day, a week. */
const graces = [0, 3_600, 86_400, 604_800];

export const request = v.object({
  grace_seconds: v.picklist(graces, 'literal_error'),
});

export const needs = {
  ACCOUNT_TABLE: ['dynamodb:GetItem', 'dynamodb:PutItem'],
  STAGE: [],
  ACCOUNTS: [],
} as const;
