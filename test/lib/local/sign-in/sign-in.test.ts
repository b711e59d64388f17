import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { decodeJwt, decodeProtectedHeader } from 'jose';
import { type SignIn, startSignIn } from '../../../../lib/local/sign-in/sign-in.ts';
import { type Addresses, signIn } from '../../../sign-in.ts';

const url = 'http://localhost:3000';

let running: SignIn;
let addresses: Addresses;

beforeAll(async () => {
  const application = { clientId: 'dashboard', pages: [`${url}/dashboard`] };
  running = await startSignIn(0, Promise.resolve(application));
  addresses = { url, signInUrl: running.url };
});

afterAll(() => running.close());

const userinfo = (authorization: string) =>
  fetch(`${running.url}/oauth2/userInfo`, { headers: { Authorization: authorization } });

test('whoever has an address gets an access token as Cognito makes them', async () => {
  const token = await signIn(addresses, 'caller@example.com');
  const { sub, exp, iat, ...claims } = decodeJwt(token);
  expect(decodeProtectedHeader(token)).toEqual({ alg: 'RS256', kid: expect.any(String) });
  expect(claims).toEqual({
    iss: running.url,
    client_id: 'dashboard',
    scope: 'openid email',
    token_use: 'access',
    username: sub,
    jti: expect.any(String),
  });
  expect(Number(exp) - Number(iat)).toBe(3_600);
});

test('the address of a caller is told at userinfo, to who has their token', async () => {
  const token = await signIn(addresses, 'Caller@example.com');
  const answer = await userinfo(`Bearer ${token}`);
  expect(await answer.json()).toEqual({
    sub: decodeJwt(token).sub,
    email: 'caller@example.com',
    email_verified: 'true',
  });
  expect((await userinfo(`Bearer ${token.slice(0, -8)}AAAAAAAA`)).status).toBe(401);
  expect((await userinfo(`Bearer ${decodeJwt(token).jti}`)).status).toBe(401);
});
