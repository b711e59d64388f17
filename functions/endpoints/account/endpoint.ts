/** `GET /account`: returns the caller's account with its keys. */
import type { Needs } from '../../settings/needs.ts';
import type { Route } from '../definition.ts';

export const route: Route = { method: 'GET', path: '/account' };

export const needs = {
  ACCOUNT_TABLE: ['dynamodb:GetItem'],
  PLANS: [],
  ACCOUNTS: [],
} as const satisfies Needs;
