/** What the local sign-in adds to oidc-provider: configuration, pages, users, Cognito's tokens and calls. */
import {
  AdminDeleteUserCommand,
  AdminDisableUserCommand,
  CognitoIdentityProviderClient,
  ListUsersCommand,
} from '@aws-sdk/client-cognito-identity-provider';
import { beforeAll, expect, test } from '@jest/globals';
import { decodeJwt } from 'jose';
import { localCredentials } from '../../../../lib/local/developer-credentials.ts';
import { startSignIn } from '../../../../lib/local/sign-in/local-sign-in.ts';
import { createUserPool, localUserPool } from '../../../../lib/local/sign-in/local-user-pool.ts';
import { atEnd } from '../../../support/at-end.ts';
import {
  type Addresses,
  authorizationUrl,
  openBrowser,
  signIn,
  verifier,
} from '../../../support/sign-in.ts';

/** The event of a trigger. */
interface TriggerEvent {
  readonly triggerSource: string;
  readonly request: { readonly userAttributes: { readonly email: string } };
}

/** A pool whose trigger fails for one source, and its events. */
const newPool = (failsFor?: string) => {
  const events: object[] = [];
  const pool = createUserPool('', async (event) => {
    events.push(event);
    return (event as TriggerEvent).triggerSource === failsFor
      ? { kind: 'failed', error: 'no' }
      : { kind: 'result', result: {} };
  });
  return { pool, events };
};

test('the trigger is called before and after a sign-up, and not for those who are known', async () => {
  const { pool, events } = newPool();
  const email = 'new@example.com';
  const sub = await pool.subOf(email);
  expect(await pool.subOf('New@example.com')).toBe(sub);
  const user = {
    userPoolId: localUserPool,
    userName: sub,
    request: { userAttributes: { sub, email } },
  };
  expect(events).toEqual([
    { triggerSource: 'PreSignUp_SignUp', ...user },
    { triggerSource: 'PostConfirmation_ConfirmSignUp', ...user },
  ]);
});

test('a user is created only if the sign-up passes, and then stays confirmed', async () => {
  const refusing = newPool('PreSignUp_SignUp');
  const refused = { refused: 'PreSignUp failed with error no.' };
  for (const _ of [1, 2]) expect(await refusing.pool.subOf('a@example.com')).toEqual(refused);
  const confirming = newPool('PostConfirmation_ConfirmSignUp');
  expect(await confirming.pool.subOf('a@example.com')).toEqual({
    refused: 'PostConfirmation failed with error no.',
  });
  expect(await confirming.pool.subOf('a@example.com')).toEqual(expect.any(String));
  expect([refusing.events.length, confirming.events.length]).toEqual([2, 2]);
});

let addresses: Addresses;

beforeAll(async () => {
  const url = 'http://localhost:3000';
  const { url: signInUrl, serve, close } = await startSignIn(0);
  atEnd(close);
  serve({ clientId: 'dashboard', pages: [`${url}/dashboard`] }, 'the-pool', async (event) =>
    (event as TriggerEvent).request.userAttributes.email.startsWith('refused')
      ? { kind: 'failed', error: 'no' }
      : { kind: 'result', result: {} },
  );
  addresses = { url, signInUrl };
});

/** Enters an address on the sign-in page. */
const enter = async (email: string, browser = openBrowser()) => {
  const page = browser.next(await browser.open(authorizationUrl(addresses, verifier())));
  const answer = await browser.open(page, { email });
  return [answer.status, await answer.text()];
};

test('a refused sign-up is answered by an error page', async () => {
  expect(await enter('refused@example.com')).toEqual([
    400,
    expect.stringContaining('Sign-in failed: PreSignUp failed with error no.'),
  ]);
});

test("Cognito's API disables users: their address is blocked until they are removed", async () => {
  const client = new CognitoIdentityProviderClient({
    endpoint: addresses.signInUrl,
    region: localCredentials.AWS_REGION,
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
  });
  atEnd(() => client.destroy());
  const browser = openBrowser();
  const token = await signIn(addresses, 'Disabled@example.com', browser);
  const { sub = '' } = decodeJwt(token);
  const user = { UserPoolId: localUserPool, Username: sub };
  await client.send(new AdminDisableUserCommand(user));
  const headers = { Authorization: `Bearer ${token}` };
  const userinfo = await fetch(`${addresses.signInUrl}/oauth2/userInfo`, { headers });
  expect(userinfo.status).toBe(401);
  for (const someBrowser of [browser, openBrowser()]) {
    expect(await enter('disabled@example.com', someBrowser)).toEqual([
      403,
      expect.stringContaining('This user is disabled.'),
    ]);
  }
  const find = { UserPoolId: localUserPool, Filter: 'email = "disabled@example.com"' };
  const found = async () => (await client.send(new ListUsersCommand(find))).Users;
  expect(await found()).toEqual([{ Attributes: [{ Name: 'sub', Value: sub }] }]);
  await client.send(new AdminDeleteUserCommand(user));
  expect(await found()).toEqual([]);
  expect(decodeJwt(await signIn(addresses, 'disabled@example.com')).sub).not.toBe(sub);
});
