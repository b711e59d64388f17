export const needs = {
  QUOTA_TABLE: ['dynamodb:UpdateItem'],
  SIGN_UPS: [],
} as const;
