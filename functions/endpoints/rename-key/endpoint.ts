/** `PATCH /account/keys/{id}`: renames a key. */
import * as v from 'valibot';
import { keyName } from '../../accounts/request-fields.ts';
import type { Needs, Route } from '../definition.ts';

export const route = {
  method: 'PATCH',
  path: '/account/keys/{id}',
  access: 'account',
} as const satisfies Route;

export const request = v.object({ name: keyName });

export const needs = {
  tables: { accounts: ['GetItem', 'PutItem'] },
  settings: ['ACCOUNTS'],
} as const satisfies Needs;
