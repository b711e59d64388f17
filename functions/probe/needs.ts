export const needs = {
  BASE_URL: [],
  'KEY_PARAMETER?': ['ssm:GetParameter'],
} as const;
