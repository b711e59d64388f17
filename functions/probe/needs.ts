import type { Needs } from '../settings/needs.ts';

export const needs = {
  BASE_URL: [],
  'KEY_PARAMETER?': ['ssm:GetParameter'],
} as const satisfies Needs;
