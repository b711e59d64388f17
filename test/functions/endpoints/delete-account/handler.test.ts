import { expect, test } from '@jest/globals';
import { suspended } from '../../../../functions/accounts/changes.ts';
import { accountSuite, newPerson } from '../../../support/account-functions.ts';
import { poolRefusal } from '../../../support/sign-in-stand-in.ts';

const suite = accountSuite();

const userPoolCalls = () =>
  suite.backend.signIn.requests
    .filter((request) => request.call === 'removal')
    .map(({ headers, body }) => [
      String(headers['x-amz-target']).replace(/^.*\./, ''),
      JSON.parse(body),
    ]);

test('a deletion removes the user, and succeeds without the user or the account', async () => {
  await suite.openWithKey();
  expect((await suite.call('delete-account')).status).toBe(204);
  expect(userPoolCalls()).toEqual([
    ['AdminDeleteUser', { UserPoolId: 'pool', Username: suite.sub }],
  ]);
  suite.backend.signIn.reply({ removal: poolRefusal('UserNotFoundException') });
  expect((await suite.call('delete-account')).status).toBe(204);
  expect((await suite.call('delete-account', { sub: newPerson() })).status).toBe(204);
  expect(suite.backend.signIn.requests).toHaveLength(2);
});

test('the user of a suspended account is disabled, and not removed', async () => {
  const { key } = await suite.openWithKey();
  await suite.operator(suspended);
  for (let time = 0; time < 2; time += 1)
    expect((await suite.call('delete-account')).status).toBe(204);
  expect(userPoolCalls()).toEqual(
    new Array(2).fill(['AdminDisableUser', { UserPoolId: 'pool', Username: suite.sub }]),
  );
  expect(await suite.isAccepted(key)).toBe(false);
});

test.each([
  ['refused', poolRefusal('NotAuthorizedException')],
  ['failed', poolRefusal('InternalErrorException', 500)],
  ['cut off', 'reset' as const],
  ['never answered', 'silence' as const],
])('a deletion whose removal of the user is %s can be repeated', async (_, removal) => {
  const { key } = await suite.openWithKey();
  suite.backend.signIn.reply({ removal });
  expect(await suite.call('delete-account')).toMatchObject({
    status: 503,
    headers: { 'Retry-After': '2' },
    json: {
      detail: 'The account was deleted, but not its sign-in. Try again in 2 s. (Request id: id)',
    },
  });
  expect(await suite.isAccepted(key)).toBe(false);
  expect((await suite.call('account')).status).toBe(410);
  suite.backend.signIn.reply();
  expect((await suite.call('delete-account')).status).toBe(204);
  expect(suite.backend.signIn.requests).toHaveLength(1);
});
