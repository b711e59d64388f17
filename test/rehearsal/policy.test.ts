import { expect, test } from '@jest/globals';
import { allows, matches, type Statement } from './policy.ts';

const table = 'arn:aws:dynamodb:us-east-1:111111111111:table/quota';

const statement = (changes: Partial<Statement> = {}): Statement => ({
  Effect: 'Allow',
  Action: 'dynamodb:GetItem',
  Resource: table,
  ...changes,
});

test('what a statement names is allowed, and nothing beside it', () => {
  expect(allows([statement()], 'dynamodb:GetItem', table)).toBe(true);
  expect(allows([statement()], 'dynamodb:PutItem', table)).toBe(false);
  expect(allows([statement()], 'dynamodb:GetItem', `${table}-of-keys`)).toBe(false);
  expect(allows([statement()], 'dynamodb:GetItem', `${table}/index/by-owner`)).toBe(false);
  expect(allows([], 'dynamodb:GetItem', table)).toBe(false);
});

test('a statement may name several, and by patterns', () => {
  const wide = statement({
    Action: ['logs:*', 'dynamodb:Get*'],
    Resource: ['*/none', `${table}*`],
  });
  expect(allows([wide], 'dynamodb:getitem', `${table}/index/by-owner`)).toBe(true);
  expect(allows([wide], 'dynamodb:PutItem', table)).toBe(false);
});

test('what any statement denies is not allowed', () => {
  expect(allows([statement(), statement({ Effect: 'Deny' })], 'dynamodb:GetItem', table)).toBe(
    false,
  );
});

test('what is not known of a statement is an error', () => {
  const conditional = { ...statement(), Condition: { Bool: { 'aws:SecureTransport': 'true' } } };
  expect(() => allows([conditional], 'dynamodb:GetItem', table)).toThrow('Condition');
});

test('a star is any text, a question mark any character, and all else is itself', () => {
  expect(matches('a*c', 'abbc')).toBe(true);
  expect(matches('a*c', 'ac')).toBe(true);
  expect(matches('a?c', 'abc')).toBe(true);
  expect(matches('a?c', 'ac')).toBe(false);
  expect(matches('/keys/{id}/$default.[x]', '/keys/{id}/$default.[x]')).toBe(true);
  expect(matches('a.c', 'abc')).toBe(false);
  expect(matches('abc', 'xabc')).toBe(false);
});
