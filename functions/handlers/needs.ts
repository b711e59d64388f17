/** What the endpoints of the API need, by who may call them. */
import type { Needs } from '../settings/needs.ts';

export const open = { STAGE: [], 'REQUEST_METRICS_SAMPLING?': [] } as const satisfies Needs;

export const keyed = {
  ...open,
  KEYS: [],
  'ACCOUNT_TABLE?': ['dynamodb:GetItem'],
  QUOTA_TABLE: ['dynamodb:GetItem'],
} as const satisfies Needs;

export const counted = {
  ...keyed,
  QUOTA_TABLE: ['dynamodb:UpdateItem'],
} as const satisfies Needs;
