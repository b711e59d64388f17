/** `POST /account/keys`: creates a key and returns its clear text, only here. */
import * as v from 'valibot';
import { isName, longestKeyName, longestLifeDays } from '../../keys/rules.ts';
import { integer, text } from '../../request/fields.ts';

export const route = { method: 'POST', path: '/account/keys' } as const;

/** Without `expires_in_days`, the key does not expire. */
export const request = v.object({
  name: v.pipe(
    text,
    v.check((name) => [...name].length <= longestKeyName, 'string_too_long'),
    v.check(isName, 'value_error'),
  ),
  expires_in_days: v.nullish(integer(1, longestLifeDays), null),
});

export const needs = {
  ACCOUNT_TABLE: ['dynamodb:GetItem', 'dynamodb:PutItem'],
  STAGE: [],
  ACCOUNTS: [],
} as const;
