/** `GET /account/usage?from=2026-11-21T00:00Z&to=2026-11-22T00:00Z`: accepted calls and remaining quotas. */
import type { Needs } from '../../settings/needs.ts';
import type { Route } from '../definition.ts';

export const route: Route = { method: 'GET', path: '/account/usage' };

export const needs = {
  ACCOUNT_TABLE: ['dynamodb:GetItem'],
  QUOTA_TABLE: ['dynamodb:Query'],
  PLANS: [],
} as const satisfies Needs;
