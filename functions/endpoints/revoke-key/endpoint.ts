/** `DELETE /account/keys/{id}`: revokes a key permanently. A key that has ended stays as it is. */
import type { Needs } from '../../settings/needs.ts';
import type { Route } from '../definition.ts';

export const route = {
  method: 'DELETE',
  path: '/account/keys/{id}',
  access: 'account',
} as const satisfies Route;

export const needs = {
  ACCOUNT_TABLE: ['dynamodb:GetItem', 'dynamodb:PutItem'],
} as const satisfies Needs;
