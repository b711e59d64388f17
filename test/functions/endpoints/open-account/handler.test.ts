import { expect, jest, test } from '@jest/globals';
import { accountSuite } from '../../../support/account-functions.ts';
import { until } from '../../../support/at-end.ts';
import { next } from '../../../support/dynamodb-wire.ts';
import { answer, someone } from '../../../support/sign-in-stand-in.ts';

const suite = accountSuite();

test('an account is created once, with the address of the sign-in', async () => {
  const { status, json } = await suite.call('open-account');
  expect(status).toBe(200);
  expect(json).toEqual({
    email: 'someone@example.com',
    created_at: expect.stringMatching(/Z$/),
    suspended_at: null,
    plan: { name: 'free', limit: 30, window_seconds: 60 },
    limits: { active_keys: 5, changes_per_day: 20, changes_left: 20 },
    keys: [],
  });
  suite.backend.signIn.reply({
    userinfo: answer({ ...someone, sub: suite.sub, email: 'new@example.com' }),
  });
  expect((await suite.call('open-account')).json).toEqual({ ...json, email: 'new@example.com' });
  expect((await suite.call('account')).json).toEqual({ ...json, email: 'new@example.com' });
});

test('without the identity provider no account is created, and an existing one keeps its address', async () => {
  suite.backend.signIn.reply({ userinfo: answer({}, 500) });
  expect(await suite.call('open-account')).toMatchObject({
    status: 503,
    headers: { 'Retry-After': '2' },
    json: { detail: 'The account is not available right now. Try again in 2 s. (Request id: id)' },
  });
  expect(suite.logged('error')).toContain('SIGN_IN_STATUS_500');
  expect((await suite.call('account')).status).toBe(404);
  suite.backend.signIn.reply();
  await suite.call('open-account');
  for (const userinfo of [
    answer({}, 500),
    answer({ ...someone, sub: 'another' }),
    'reset',
  ] as const) {
    suite.backend.signIn.reply({ userinfo });
    jest.mocked(console.error).mockClear();
    const { status, json } = await suite.call('open-account');
    expect([status, json.email]).toEqual([200, 'someone@example.com']);
    expect(console.error).toHaveBeenCalledTimes(1);
  }
});

test.each([
  ['unverified', { ...someone, email: 'new@example.com', email_verified: 'false' }],
  ['unusable', { ...someone, email: 'a@b@example.com' }],
  ['missing', {}],
])('an address that is %s creates and changes no account', async (_, claims) => {
  const userinfo = answer({ ...claims, sub: suite.sub });
  suite.backend.signIn.reply({ userinfo });
  expect(await suite.call('open-account')).toMatchObject({
    status: 403,
    json: { detail: expect.stringContaining('no verified e-mail address') },
  });
  suite.backend.signIn.reply();
  await suite.call('open-account');
  suite.backend.signIn.reply({ userinfo });
  expect((await suite.call('open-account')).json.email).toBe('someone@example.com');
  expect(console.error).not.toHaveBeenCalled();
});

test('a token that the identity provider rejects is 401, with or without an account', async () => {
  const rejected = {
    status: 401,
    headers: { 'WWW-Authenticate': 'Bearer error="invalid_token"' },
    json: { detail: 'Your sign-in has expired. Sign in again.' },
  };
  suite.backend.signIn.reply({ userinfo: answer({ error: 'invalid_token' }, 401) });
  expect(await suite.call('open-account')).toMatchObject(rejected);
  suite.backend.signIn.reply();
  await suite.call('open-account');
  suite.backend.signIn.reply({ userinfo: answer({ error: 'invalid_token' }, 401) });
  expect(await suite.call('open-account')).toMatchObject(rejected);
  expect(console.error).not.toHaveBeenCalled();
});

test('a deleted account is not opened again, and the identity provider is not even asked', async () => {
  await suite.call('delete-account');
  suite.backend.signIn.reply();
  expect((await suite.call('open-account')).status).toBe(410);
  expect(suite.backend.signIn.requests).toEqual([]);
  expect((await suite.call('usage')).status).toBe(410);
});

test('an account that is deleted while its address is read stays deleted', async () => {
  await suite.openWithKey();
  suite.backend.database.wire.traffic.length = 0;
  suite.backend.signIn.reply({
    userinfo: answer({ ...someone, sub: suite.sub, email: 'new@example.com' }),
  });
  const deleted = Promise.withResolvers<void>();
  const { wire } = suite.backend.database;
  wire.fault = next({ answerAfter: deleted.promise });
  const opening = suite.call('open-account');
  await until(() => wire.traffic.at(-1)?.outcome === 'done');
  expect((await suite.call('delete-account')).status).toBe(204);
  deleted.resolve();
  expect((await opening).status).toBe(410);
  expect((await suite.call('account')).status).toBe(410);
});
