/** `GET /account`: returns the caller's account with its keys. */
export const route = { method: 'GET', path: '/account' } as const;

export const needs = {
  ACCOUNT_TABLE: ['dynamodb:GetItem'],
  PLANS: [],
  ACCOUNTS: [],
} as const;
