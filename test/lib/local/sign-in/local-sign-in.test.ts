/** What the local sign-in adds to oidc-provider: configuration, pages, users, Cognito's tokens and calls. */
import {
  AdminDeleteUserCommand,
  AdminDisableUserCommand,
  CognitoIdentityProviderClient,
  ListUsersCommand,
} from '@aws-sdk/client-cognito-identity-provider';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { decodeJwt } from 'jose';
import { localCredentials } from '../../../../lib/local/developer-credentials.ts';
import { type LocalSignIn, startSignIn } from '../../../../lib/local/sign-in/local-sign-in.ts';
import { localUserPool } from '../../../../lib/local/sign-in/local-user-pool.ts';
import {
  type Addresses,
  authorizationUrl,
  openBrowser,
  signIn,
  verifier,
} from '../../../support/sign-in.ts';

const url = 'http://localhost:3000';
const page = `${url}/dashboard`;

let running: LocalSignIn;
let addresses: Addresses;

beforeAll(async () => {
  const pages = [page, page.replace('localhost', '127.0.0.1')];
  running = await startSignIn(0);
  running.serve({ clientId: 'dashboard', pages }, 'the-pool');
  addresses = { url, signInUrl: running.url };
});

afterAll(() => running.close());

const userinfo = (token: string) =>
  fetch(`${running.url}/oauth2/userInfo`, { headers: { Authorization: `Bearer ${token}` } });

const authorization = (changes: Readonly<Record<string, string>> = {}) =>
  authorizationUrl(addresses, verifier(), changes);

/** Opens the sign-in page. Resolves to its address. */
const openPage = async (browser = openBrowser()) =>
  browser.next(await browser.open(authorization()));

describe('the trigger', () => {
  const email = 'new@example.com';

  /** A sign-in that calls a trigger for these events, which fails for one source. */
  const start = async (failsFor?: string) => {
    const events: { readonly triggerSource: string; readonly userName: string }[] = [];
    const { serve, close, ...started } = await startSignIn(0);
    serve({ clientId: 'dashboard', pages: [page] }, '', async (event) => {
      events.push(event as (typeof events)[number]);
      return events.at(-1)?.triggerSource === failsFor
        ? { kind: 'failed', error: 'no' }
        : { kind: 'result', result: {} };
    });
    return { at: { url, signInUrl: started.url }, events, close };
  };

  test('is called before and after a sign-up, and not for those who are known', async () => {
    const { at, events, close } = await start();
    const { sub } = decodeJwt(await signIn(at, email));
    expect(decodeJwt(await signIn(at, 'New@example.com')).sub).toBe(sub);
    const user = {
      userPoolId: localUserPool,
      userName: sub,
      request: { userAttributes: { sub, email } },
    };
    expect(events).toEqual([
      { triggerSource: 'PreSignUp_SignUp', ...user },
      { triggerSource: 'PostConfirmation_ConfirmSignUp', ...user },
    ]);
    await close();
  });

  test.each([
    ['PreSignUp', 'PreSignUp_SignUp', true],
    ['PostConfirmation', 'PostConfirmation_ConfirmSignUp', false],
  ])('that fails with %s is answered by an error page', async (operation, source, again) => {
    const { at, events, close } = await start(source);
    const answers = [];
    for (const attempt of [1, 2]) {
      const browser = openBrowser();
      const form = browser.next(await browser.open(authorizationUrl(at, verifier())));
      const answer = await browser.open(form, { email });
      answers.push(`${attempt}: ${answer.status} ${await answer.text()}`);
    }
    expect(answers[0]).toContain(`400 Sign-in failed: ${operation} failed with error no.`);
    // The user was created only if the sign-up passed, and then stays confirmed.
    expect(answers[1]?.includes('400')).toBe(again);
    expect(events).toHaveLength(2);
    await close();
  });
});

describe("Cognito's API", () => {
  let client: CognitoIdentityProviderClient;
  beforeAll(() => {
    client = new CognitoIdentityProviderClient({
      endpoint: running.url,
      region: localCredentials.AWS_REGION,
      credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
    });
  });
  afterAll(() => client.destroy());

  const remove = (Username: string) =>
    client.send(new AdminDeleteUserCommand({ UserPoolId: localUserPool, Username }));

  test('disables users: their address is blocked until they are removed', async () => {
    const browser = openBrowser();
    const token = await signIn(addresses, 'Disabled@example.com', browser);
    const { sub = '' } = decodeJwt(token);
    const disable = { UserPoolId: localUserPool, Username: sub };
    await client.send(new AdminDisableUserCommand(disable));
    expect((await userinfo(token)).status).toBe(401);
    for (const someBrowser of [browser, openBrowser()]) {
      const form = { email: 'disabled@example.com' };
      const answer = await someBrowser.open(await openPage(someBrowser), form);
      expect([answer.status, await answer.text()]).toEqual([
        403,
        expect.stringContaining('This user is disabled.'),
      ]);
    }
    const find = { UserPoolId: localUserPool, Filter: 'email = "disabled@example.com"' };
    const { Users } = await client.send(new ListUsersCommand(find));
    expect(Users).toEqual([{ Attributes: [{ Name: 'sub', Value: sub }] }]);
    await remove(sub);
    expect((await client.send(new ListUsersCommand(find))).Users).toEqual([]);
    expect(decodeJwt(await signIn(addresses, 'disabled@example.com')).sub).not.toBe(sub);
  });
});
