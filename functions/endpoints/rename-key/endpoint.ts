/** `PATCH /account/keys/{id}`: renames a key. */
import * as v from 'valibot';
import { request as creation } from '../create-key/endpoint.ts';

export const route = { method: 'PATCH', path: '/account/keys/{id}' } as const;

export const request = v.pick(creation, ['name']);

export const needs = {
  ACCOUNT_TABLE: ['dynamodb:GetItem', 'dynamodb:PutItem'],
  ACCOUNTS: [],
} as const;
