import { expect, test } from '@jest/globals';
import { headerValue } from '../../../functions/http/header-value.ts';

test.each(['x-api-key', 'X-API-Key'])('%s is found', (name) => {
  expect(headerValue({ accept: '*/*', [name]: 'my-key' }, 'x-api-key')).toBe('my-key');
});

test('an absent header has no value', () => {
  expect(headerValue({ 'x-api-keys': 'my-key' }, 'x-api-key')).toBeUndefined();
});

test('an empty value is a value', () => {
  expect(headerValue({ 'x-api-key': '', 'X-API-Key': 'my-key' }, 'x-api-key')).toBe('');
});
