/** How the operator's tool finds a stage's users, in a Cognito that answers as a test says. */
import type { RequestListener } from 'node:http';
import { json } from 'node:stream/consumers';
import { beforeAll, expect, test } from '@jest/globals';
import { stageUsers } from '../../../lib/accounts/context.ts';
import { localCredentials } from '../../../lib/local/developer-credentials.ts';
import { serve } from '../../support/serve.ts';

/** The pages of the list of pools. */
let pools: readonly (readonly { readonly Id: string; readonly Name: string }[])[] = [];
const calls: unknown[] = [];

const answer: RequestListener = async (request, response) => {
  const input = (await json(request)) as { readonly NextToken?: string };
  const operation = String(request.headers['x-amz-target']).replace(/^.*\./, '');
  const page = Number(input.NextToken ?? 0);
  if (operation !== 'ListUserPools') calls.push([operation, input]);
  const answers: Readonly<Record<string, object>> = {
    ListUserPools: {
      UserPools: pools[page],
      ...(page + 1 < pools.length && { NextToken: String(page + 1) }),
    },
    ListUsers: { Users: [{ Attributes: [{ Name: 'sub', Value: 'the-sub' }] }] },
  };
  response.end(JSON.stringify(answers[operation] ?? {}));
};

beforeAll(async () => {
  Object.assign(process.env, localCredentials, {
    AWS_ENDPOINT_URL_COGNITO_IDENTITY_PROVIDER: await serve(answer),
  });
});

const pool = (Id: string, Name = 'amplify-prod') => ({ Id, Name });

test('finds the pool of the stage on any page of the list, and users by address', async () => {
  pools = [[pool('a', 'another'), pool('b', 'amplify-prod-2')], [], [pool('c')]];
  const users = await stageUsers('prod', undefined);
  expect(await users.subsOf('"ada\\"@example.com')).toEqual(['the-sub']);
  await users.remove('the-sub');
  expect(calls).toEqual([
    [
      'ListUsers',
      {
        UserPoolId: 'c',
        Filter: 'email = "\\"ada\\\\\\"@example.com"',
        AttributesToGet: ['sub'],
      },
    ],
    ['AdminDeleteUser', { UserPoolId: 'c', Username: 'the-sub' }],
  ]);
});

test('refuses to choose between pools of the same name', async () => {
  pools = [[pool('a'), pool('b', 'another')], [pool('c')]];
  for (const wanted of [undefined, 'b', 'd', '']) {
    await expect(stageUsers('prod', wanted)).rejects.toThrow(
      /^Use --user-pool with the id of the stage's user pool, .* amplify-prod: a, c\.$/,
    );
  }
  await (await stageUsers('prod', 'a')).remove('the-sub');
  expect(calls.at(-1)).toEqual(['AdminDeleteUser', { UserPoolId: 'a', Username: 'the-sub' }]);
});

test('a stage without a pool is an error', async () => {
  pools = [[pool('b', 'another')]];
  await expect(stageUsers('prod', 'b')).rejects.toThrow(
    'There is no user pool amplify-prod here: ',
  );
});
