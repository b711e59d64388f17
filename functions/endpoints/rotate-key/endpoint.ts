/** `POST /account/keys/{id}/rotate`: replaces a key, which stays active for a grace period. */
import * as v from 'valibot';

export const route = { method: 'POST', path: '/account/keys/{id}/rotate' } as const;

export const request = v.object({
  /** None, an hour, a day or a week. */
  grace_seconds: v.picklist([0, 3_600, 86_400, 604_800], 'literal_error'),
});

export const needs = {
  ACCOUNT_TABLE: ['dynamodb:GetItem', 'dynamodb:PutItem'],
  STAGE: [],
  ACCOUNTS: [],
} as const;
