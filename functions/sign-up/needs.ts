import type { Needs } from '../settings/needs.ts';

export const needs = {
  QUOTA_TABLE: ['dynamodb:UpdateItem'],
  SIGN_UPS: [],
} as const satisfies Needs;
