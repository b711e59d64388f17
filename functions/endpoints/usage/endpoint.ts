/** `GET /account/usage?from=2026-11-21T00:00Z&to=2026-11-22T00:00Z`: accepted calls and remaining quotas. */
export const route = { method: 'GET', path: '/account/usage' } as const;

export const needs = {
  ACCOUNT_TABLE: ['dynamodb:GetItem'],
  QUOTA_TABLE: ['dynamodb:Query'],
  PLANS: [],
} as const;
