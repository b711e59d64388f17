export const needs = {
  BASE_URL: [],
  KEY_PARAMETER: ['optional', 'ssm:GetParameter'],
} as const;
