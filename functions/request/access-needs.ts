/** What the endpoints of the API need, by who may call them. */

export const open = { STAGE: [], REQUEST_METRICS_SAMPLING: ['optional'] } as const;

export const keyed = {
  ...open,
  KEYS: [],
  ACCOUNT_TABLE: ['optional', 'dynamodb:GetItem'],
  QUOTA_TABLE: ['dynamodb:GetItem'],
} as const;

export const counted = {
  ...keyed,
  QUOTA_TABLE: ['dynamodb:UpdateItem'],
} as const;
