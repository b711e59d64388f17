/**
 * `PUT /account`: creates the caller's account if there is none, and updates its address. An existing account
 * keeps its address if the identity provider fails or has no verified one.
 */
export const route = { method: 'PUT', path: '/account' } as const;

export const needs = {
  ACCOUNT_TABLE: ['dynamodb:GetItem', 'dynamodb:PutItem'],
  PLANS: [],
  ACCOUNTS: [],
  SIGN_IN_ISSUER: [],
} as const;
