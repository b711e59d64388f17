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
import { localUserPool } from '../../../../lib/local/sign-in/local-user-pool.ts';
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

let addresses: Addresses;
const events: object[] = [];

beforeAll(async () => {
  const url = 'http://localhost:3000';
  const { url: signInUrl, serve, close } = await startSignIn(0);
  atEnd(close);
  serve({ clientId: 'dashboard', pages: [`${url}/dashboard`] }, 'the-pool', async (event) => {
    events.push(event);
    const { triggerSource, request } = event as TriggerEvent;
    const [source = ''] = triggerSource.split('_');
    return request.userAttributes.email.startsWith(source)
      ? { kind: 'failed', error: 'no' }
      : { kind: 'result', result: {} };
  });
  addresses = { url, signInUrl };
});

/** Enters an address on the sign-in page. */
const enter = async (email: string, browser = openBrowser()) => {
  const page = browser.next(await browser.open(authorizationUrl(addresses, verifier())));
  const answer = await browser.open(page, { email });
  return [answer.status, await answer.text()];
};

test('the trigger is called before and after a sign-up, and not for those who are known', async () => {
  const email = 'new@example.com';
  const { sub } = decodeJwt(await signIn(addresses, email));
  expect(decodeJwt(await signIn(addresses, 'New@example.com')).sub).toBe(sub);
  const userAttributes = { sub, email };
  const user = { userPoolId: localUserPool, userName: sub, request: { userAttributes } };
  expect(events).toEqual([
    { triggerSource: 'PreSignUp_SignUp', ...user },
    { triggerSource: 'PostConfirmation_ConfirmSignUp', ...user },
  ]);
});

test.each([
  ['PreSignUp', 400],
  ['PostConfirmation', 302],
])(
  'a sign-up that %s refuses is answered by an error page, and the next one %d',
  async (source, next) => {
    const email = `${source}@example.com`;
    const text = expect.stringContaining(`Sign-in failed: ${source} failed with error no.`);
    expect(await enter(email)).toEqual([400, text]);
    expect(await enter(email)).toEqual([next, expect.any(String)]);
  },
);

test("Cognito's API disables users: their address is blocked until they are removed", async () => {
  const client = new CognitoIdentityProviderClient({
    endpoint: addresses.signInUrl,
    region: localCredentials.AWS_REGION,
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
  });
  atEnd(() => client.destroy());
  const { sub: otherSub } = decodeJwt(await signIn(addresses, 'other@example.com'));
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
  const findUsers = async () => (await client.send(new ListUsersCommand(find))).Users;
  expect(await findUsers()).toEqual([{ Attributes: [{ Name: 'sub', Value: sub }] }]);
  await client.send(new AdminDeleteUserCommand(user));
  expect(await findUsers()).toEqual([]);
  expect(decodeJwt(await signIn(addresses, 'disabled@example.com')).sub).not.toBe(sub);
  expect(decodeJwt(await signIn(addresses, 'other@example.com')).sub).toBe(otherSub);
});
