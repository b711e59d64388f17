/** `GET /account/usage`: what the dashboard shows of accepted calls and remaining quotas. */
export const route = { method: 'GET', path: '/account/usage' } as const;

export const needs = {
  ACCOUNT_TABLE: ['dynamodb:GetItem'],
  QUOTA_TABLE: ['dynamodb:Query'],
  PLANS: [],
} as const;
