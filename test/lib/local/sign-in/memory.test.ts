import { expect, test } from '@jest/globals';
import { inMemory } from '../../../../lib/local/sign-in/memory.ts';

const now = Math.floor(Date.now() / 1000);
const hourAgo = now - 3_600;
const inAnHour = now + 3_600;

test('what was put in is found, until it is destroyed', async () => {
  const memory = inMemory();
  await memory.upsert('id', { exp: inAnHour, uid: 'session' });
  await memory.upsert('other', { exp: inAnHour, uid: 'another' });
  expect(await memory.find('id')).toEqual({ exp: inAnHour, uid: 'session' });
  expect(await memory.findByUid('session')).toEqual({ exp: inAnHour, uid: 'session' });
  await memory.destroy('id');
  expect(await memory.find('id')).toBeUndefined();
  expect(await memory.findByUid('session')).toBeUndefined();
  expect(await memory.find('other')).toBeDefined();
});

test('what is used up says so', async () => {
  const memory = inMemory();
  await memory.upsert('id', { exp: inAnHour });
  await memory.consume('id');
  expect((await memory.find('id'))?.consumed).toBeGreaterThanOrEqual(now);
});

test('all that came of a grant can be revoked', async () => {
  const memory = inMemory();
  await memory.upsert('one', { grantId: 'grant' });
  await memory.upsert('two', { grantId: 'grant' });
  await memory.upsert('three', { grantId: 'another' });
  await memory.revokeByGrantId('grant');
  const found = await Promise.all(['one', 'two', 'three'].map((id) => memory.find(id)));
  expect(found).toEqual([undefined, undefined, { grantId: 'another' }]);
});

test('what has expired makes room for what comes next', async () => {
  const memory = inMemory();
  await memory.upsert('old', { exp: hourAgo });
  await memory.upsert('lasting', {});
  await memory.upsert('new', { exp: inAnHour });
  expect(await memory.find('old')).toBeUndefined();
  expect(await memory.find('lasting')).toBeDefined();
});
