/** The fields that the account endpoints' request schemas are made of. */
import * as v from 'valibot';
import { text } from '../body/fields.ts';
import { isName, longestName } from '../keys/key-name.ts';
import type { AccountIssueType } from './request-issues.ts';

/** The message of a check, by which its issue is described. */
export const accountIssueType = (name: AccountIssueType): AccountIssueType => name;

/** The name of a key. */
export const keyName = v.pipe(
  text,
  v.check((name) => [...name].length <= longestName, accountIssueType('string_too_long')),
  v.check(isName, accountIssueType('value_error')),
);
