/** The account endpoints' request fields, apart from `request-issues.ts` to keep them out of other bundles. */
import * as v from 'valibot';
import { text } from '../body/fields.ts';
import { isName, longestKeyName } from '../keys/key-name.ts';

export const keyName = v.pipe(
  text,
  v.check((name) => [...name].length <= longestKeyName, 'string_too_long'),
  v.check(isName, 'value_error'),
);
