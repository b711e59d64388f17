import { expect, test } from '@jest/globals';
import * as v from 'valibot';
import { text } from '../../../functions/body/fields.ts';
import {
  bodyMissing,
  bodyNotJson,
  bodyNotObject,
  fieldIssues,
} from '../../../functions/body/validation-issue.ts';

test('a body that is absent', () => {
  expect(bodyMissing).toEqual({
    type: 'missing',
    loc: ['body'],
    msg: 'Field required',
    input: null,
  });
});

test.each([null, 3, 'text', [], [{ text: 'a' }], false])('a body that is %j', (input) => {
  expect(bodyNotObject(input)).toEqual({
    type: 'model_attributes_type',
    loc: ['body'],
    msg: 'Input should be a valid dictionary or object to extract fields from',
    input,
  });
});

test('a body that is not JSON', () => {
  expect(bodyNotJson({ offset: 7, error: 'Expecting value' })).toEqual({
    type: 'json_invalid',
    loc: ['body', 7],
    msg: 'JSON decode error',
    input: {},
    ctx: { error: 'Expecting value' },
  });
});

test('a field within a field is located by its whole path', () => {
  const schema = v.object({ outer: v.object({ items: v.array(v.object({ text })) }) });
  const body = { outer: { items: [{ text: 'a' }, {}, { text: 1 }] } };
  const { issues = [] } = v.safeParse(schema, body);
  expect(fieldIssues(issues, body)).toEqual([
    {
      type: 'missing',
      loc: ['body', 'outer', 'items', 1, 'text'],
      msg: 'Field required',
      input: {},
    },
    {
      type: 'string_type',
      loc: ['body', 'outer', 'items', 2, 'text'],
      msg: 'Input should be a valid string',
      input: 1,
    },
  ]);
});

test('a bound above one is named in the plural', () => {
  const schema = v.object({ text: v.pipe(v.string(), v.minLength(3, 'string_too_short')) });
  const body = { text: 'ab' };
  const { issues = [] } = v.safeParse(schema, body);
  expect(fieldIssues(issues, body)).toEqual([
    {
      type: 'string_too_short',
      loc: ['body', 'text'],
      msg: 'String should have at least 3 characters',
      input: 'ab',
      ctx: { min_length: 3 },
    },
  ]);
});
