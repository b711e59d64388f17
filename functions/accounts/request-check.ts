import * as v from 'valibot';
import { bodyNotObject } from '../body/validation-issue.ts';
import { httpError } from '../http/http-error.ts';
import type { Middleware } from '../middleware/chain.ts';
import type { Parsed } from '../middleware/json-body.ts';
import { isObject, type Valid } from '../middleware/schema.ts';
import { accountIssues } from './request-issues.ts';

/** A body that fits the endpoint's schema, or 422 with all its problems. */
export const requestCheck = <Body>(
  schema: v.GenericSchema<unknown, Body>,
): Middleware<Parsed, Valid<Body>> => ({
  before: ({ context }) => {
    const { json } = context;
    if (!isObject(json)) throw httpError(422, [bodyNotObject(json)]);
    const { success, output, issues } = v.safeParse(schema, json);
    if (!success) throw httpError(422, accountIssues(issues, json));
    context.body = output;
  },
});
