/** `PATCH /account/keys/{id}`: renames a key. */
import * as v from 'valibot';
import { keyName } from '../../accounts/request-fields.ts';
import type { Needs } from '../../settings/needs.ts';
import type { Route } from '../definition.ts';

export const route: Route = { method: 'PATCH', path: '/account/keys/{id}' };

export const request = v.object({ name: keyName });

export const needs = {
  ACCOUNT_TABLE: ['dynamodb:GetItem', 'dynamodb:PutItem'],
  ACCOUNTS: [],
} as const satisfies Needs;
