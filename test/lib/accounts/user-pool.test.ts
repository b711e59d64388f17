import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { stageSignInRemover } from '../../../lib/accounts/user-pool.ts';
import { localCredentials } from '../../../lib/local/local-tables.ts';

/** What stands in Cognito's place: pages of user pools, and what was removed from which. */
let pages: readonly (readonly { readonly Id: string; readonly Name: string }[])[] = [];
const removed: unknown[] = [];

const server = createServer(async (request, response) => {
  const input = (await json(request)) as { readonly NextToken?: string };
  const page = Number(input.NextToken ?? 0);
  let answer: object = {};
  if (String(request.headers['x-amz-target']).endsWith('.ListUserPools')) {
    const last = page + 1 >= pages.length;
    answer = { UserPools: pages[page] ?? [], ...(!last && { NextToken: String(page + 1) }) };
  } else {
    removed.push(input);
  }
  response.writeHead(200, { 'content-type': 'application/x-amz-json-1.1' });
  response.end(JSON.stringify(answer));
});

beforeAll(async () => {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  Object.assign(process.env, localCredentials, {
    AWS_ENDPOINT_URL_COGNITO_IDENTITY_PROVIDER: `http://127.0.0.1:${port}`,
  });
});

beforeEach(() => {
  removed.length = 0;
});

afterAll(() => {
  server.close();
  server.closeAllConnections();
});

const named = (Id: string, Name = 'amplify-prod') => ({ Id, Name });

test('the pool with the name of the stage is found on whatever page it is', async () => {
  pages = [[named('a', 'another'), named('b', 'amplify-prod-2')], [], [named('c')]];
  await (await stageSignInRemover('prod', undefined))('account-1');
  expect(removed).toEqual([{ UserPoolId: 'c', Username: 'account-1' }]);
});

test('of several pools with the name, the one that is said is taken, and none by chance', async () => {
  pages = [[named('a'), named('b', 'another')], [named('c')]];
  const refusal = /^Say with --user-pool which user pool is the stage's, .* amplify-prod: a, c\.$/;
  for (const wanted of [undefined, 'b', 'd', '']) {
    await expect(stageSignInRemover('prod', wanted)).rejects.toThrow(refusal);
  }
  await (await stageSignInRemover('prod', 'c'))('account-2');
  expect(removed).toEqual([{ UserPoolId: 'c', Username: 'account-2' }]);
});

test('where there is no pool, it is said', async () => {
  pages = [[named('b', 'another')]];
  for (const wanted of [undefined, 'b']) {
    await expect(stageSignInRemover('prod', wanted)).rejects.toThrow(
      'There is no user pool amplify-prod here: deploy the stage, or set AWS_REGION and AWS_PROFILE',
    );
  }
});
