/** `DELETE /account/keys/{id}`: revokes a key permanently. A key that has ended stays as it is. */
import type { Needs, Route } from '../definition.ts';

export const route = {
  method: 'DELETE',
  path: '/account/keys/{id}',
  access: 'account',
} as const satisfies Route;

export const needs = { tables: { accounts: ['GetItem', 'PutItem'] } } as const satisfies Needs;
