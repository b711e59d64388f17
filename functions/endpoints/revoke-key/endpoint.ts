/** `DELETE /account/keys/{id}`: revokes a key permanently. A key that has ended stays as it is. */
import type { Needs } from '../../settings/needs.ts';
import type { Route } from '../definition.ts';

export const route: Route = { method: 'DELETE', path: '/account/keys/{id}' };

export const needs = {
  ACCOUNT_TABLE: ['dynamodb:GetItem', 'dynamodb:PutItem'],
} as const satisfies Needs;
