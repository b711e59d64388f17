/** The schemas of the account endpoints' bodies. */
import * as v from 'valibot';
import { integer, text } from '../body/fields.ts';
import { isName, longestName } from '../keys/key-name.ts';
import type { AccountIssueType } from './request-issues.ts';

const type = (name: AccountIssueType): AccountIssueType => name;

/** The grace periods of a rotated key in seconds: none, an hour, a day, a week. */
const graces = [0, 3_600, 86_400, 604_800];

/** A key's name. */
const name = v.pipe(
  text,
  v.check((name) => [...name].length <= longestName, type('string_too_long')),
  v.check(isName, type('value_error')),
);

/** A new key; `null` days: it does not expire. */
export const newKeyRequest = v.object({
  name,
  expires_in_days: v.nullish(integer(1, 3_650), null),
});

/** A key's new name. */
export const renameRequest = v.object({ name });

/** A rotation. */
export const rotateRequest = v.object({ grace_seconds: v.picklist(graces, type('literal_error')) });
