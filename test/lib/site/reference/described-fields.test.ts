import { expect, test } from '@jest/globals';
import { fieldsOf } from '../../../../lib/site/reference/described-fields.ts';

test('a field has its type and bounds in words', () => {
  const fields = fieldsOf({
    required: ['text'],
    properties: {
      text: { type: 'string', minLength: 1, maxLength: 9_989, description: 'A text.' },
      ratio: { type: 'number', exclusiveMinimum: 0, maximum: 1, default: 0.3 },
      least: { type: 'integer', minimum: 1 },
      ids: {
        type: 'array',
        maxItems: 2,
        items: { anyOf: [{ type: 'string' }, { type: 'integer' }] },
      },
      issues: { type: 'array', items: { $ref: '#/components/schemas/Issue' } },
      status: { type: 'string', enum: ['ok', 'low', 'out'] },
      always: { type: 'boolean', const: true },
      version: { type: 'string', pattern: '^\\d$', maxLength: 9 },
      ctx: { type: 'object', properties: { ge: {}, le: {} } },
      input: {},
    },
  });
  expect(fields[0]).toEqual({
    name: 'text',
    type: 'string',
    required: true,
    bounds: '1 to 9,989 characters',
    fallback: undefined,
    description: 'A text.',
  });
  expect(fields.slice(1).map((field) => [field.name, field.type, field.bounds])).toEqual([
    ['ratio', 'number', 'above 0, at most 1'],
    ['least', 'integer', 'at least 1'],
    ['ids', 'array of string or integer', 'at most 2 entries'],
    ['issues', 'array of Issue', undefined],
    ['status', 'string', '`ok`, `low` or `out`'],
    ['always', 'boolean', '`true`'],
    ['version', 'string', 'like `^\\d$`'],
    ['ctx', 'object', 'of `ge` and `le`'],
    ['input', 'any', undefined],
  ]);
  expect(fields.filter(({ required }) => required)).toHaveLength(1);
  expect(fields[1]?.fallback).toBe('0.3');
});
