/** `GET /account`: returns the caller's account with its keys. */
import type { Needs, Route } from '../definition.ts';

export const route = {
  method: 'GET',
  path: '/account',
  access: 'account',
} as const satisfies Route;

export const needs = {
  tables: { accounts: ['GetItem'] },
  settings: ['PLANS', 'ACCOUNTS'],
} as const satisfies Needs;
