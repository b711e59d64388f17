import * as v from 'valibot';
import { bodyNotObject, fieldProblems } from '../body/problem.ts';
import { httpError } from '../errors.ts';
import type { Middleware } from './request.ts';

/** Gate 4, second half: a body that fits the endpoint's schema, or 422 with all its problems. */
export const schemaCheck = (schema: v.GenericSchema): Middleware => ({
  before: ({ context }) => {
    const { body } = context;
    if (!isObject(body)) throw httpError(422, [bodyNotObject(body)]);
    const { success, output, issues } = v.safeParse(schema, body);
    if (!success) throw httpError(422, fieldProblems(issues, body));
    context.body = output;
  },
});

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
