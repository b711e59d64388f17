/** What the local sign-in adds to oidc-provider: configuration, pages, users, Cognito's tokens and calls. */
import {
  AdminDeleteUserCommand,
  AdminDisableUserCommand,
  AdminSetUserPasswordCommand,
  CognitoIdentityProviderClient,
  ListUsersCommand,
} from '@aws-sdk/client-cognito-identity-provider';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { decodeJwt, decodeProtectedHeader } from 'jose';
import { localCredentials } from '../../../../lib/local/developer-credentials.ts';
import { type SignIn, startSignIn } from '../../../../lib/local/sign-in/sign-in.ts';
import { localUserPool } from '../../../../lib/local/sign-in/user-pool.ts';
import {
  type Addresses,
  authorizationUrl,
  type Browser,
  giveAddress,
  openBrowser,
  signIn,
  verifier,
} from '../../../support/sign-in.ts';

const url = 'http://localhost:3000';
const page = `${url}/dashboard`;

let running: SignIn;
let addresses: Addresses;

beforeAll(async () => {
  const pages = [page, page.replace('localhost', '127.0.0.1')];
  const application = Promise.resolve({ clientId: 'dashboard', pages });
  running = await startSignIn(0, application, 'the-pool');
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

describe('tokens', () => {
  test("have Cognito's claims", async () => {
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

  test('have a random `sub` per address, whatever its case', async () => {
    const subOf = async (email: string) => decodeJwt(await signIn(addresses, email)).sub;
    const sub = await subOf('Same@Example.com');
    expect(sub).toMatch(/^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/);
    expect(await subOf(' same@example.COM ')).toBe(sub);
    expect(await subOf('other@example.com')).not.toBe(sub);
  });

  test('give access to userinfo, if the signature is valid', async () => {
    const token = await signIn(addresses, 'Written@Example.com');
    expect(await (await userinfo(token)).json()).toEqual({
      sub: decodeJwt(token).sub,
      email: 'Written@Example.com',
      email_verified: 'true',
    });
    expect((await userinfo(`${token.slice(0, -8)}AAAAAAAA`)).status).toBe(401);
    expect((await userinfo(String(decodeJwt(token).jti))).status).toBe(401);
    expect((await fetch(`${running.url}/oauth2/userInfo`)).status).toBe(401);
  });
});

describe('the sign-in page', () => {
  test.each([
    '',
    'a@b@c',
    'me@\u202Eexample.com',
    `${'x'.repeat(65)}@example.com`,
    `x@${'example.'.repeat(32)}com`,
    '"><script>alert(1)</script>',
  ])('refuses the address %j', async (email) => {
    const browser = openBrowser();
    const answer = await browser.open(await openPage(browser), { email });
    const html = await answer.text();
    expect(answer.status).toBe(400);
    expect(html).toContain('This is not an e-mail address.');
    expect(html).not.toContain('<script');
  });
});

describe('the trigger', () => {
  const email = 'new@example.com';

  /** A sign-in that calls a trigger for these events, which fails for one source. */
  const start = async (failsFor?: string) => {
    const events: { readonly triggerSource: string; readonly userName: string }[] = [];
    const application = Promise.resolve({ clientId: 'dashboard', pages: [page] });
    const { close, ...started } = await startSignIn(0, application, '', async (event) => {
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
    close();
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
    close();
  });
});

describe('a session', () => {
  const logout = (parameters: Readonly<Record<string, string>>) =>
    `${running.url}/logout?${new URLSearchParams({ client_id: 'dashboard', ...parameters })}`;

  /** Whether a browser gets a code without the sign-in page; with `prompt=none`, else an error. */
  const isSignedIn = async (browser: Browser) => {
    const back = new URL(browser.next(await browser.open(authorization({ prompt: 'none' }))));
    if (!back.searchParams.has('code')) {
      expect(back.searchParams.get('error')).toBe('login_required');
    }
    return back.searchParams.has('code');
  };

  const signedIn = async () => {
    const browser = openBrowser();
    await signIn(addresses, 'session@example.com', browser);
    expect(await isSignedIn(browser)).toBe(true);
    return browser;
  };

  test('does not skip the sign-in page if the dashboard asks for it', async () => {
    const start = authorization({ prompt: 'login' });
    const back = await giveAddress(await signedIn(), start, 'session@example.com');
    expect(back).toContain(`${page}?code=`);
  });

  test('ends at /logout', async () => {
    const discovery = await fetch(`${running.url}/.well-known/openid-configuration`);
    const { end_session_endpoint: logoutUrl } = (await discovery.json()) as Record<string, string>;
    const address = logout({ logout_uri: page });
    expect(address).toContain(`${logoutUrl}?`);
    for (const browser of [await signedIn(), openBrowser()]) {
      expect(browser.next(await browser.open(address))).toBe(page);
      expect(await isSignedIn(browser)).toBe(false);
    }
  });

  test.each([
    ['another address', { logout_uri: 'https://evil.example/' }],
    ['another client', { logout_uri: page, client_id: 'other' }],
  ])('does not end with %s', async (_, parameters) => {
    const browser = await signedIn();
    const answer = await browser.open(logout(parameters));
    expect(answer.status).toBe(400);
    expect(answer.headers.has('location')).toBe(false);
    expect(await isSignedIn(browser)).toBe(true);
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

  test('removes users: the same address is a new user', async () => {
    const browser = openBrowser();
    const token = await signIn(addresses, 'leaver@example.com', browser);
    const { sub = '' } = decodeJwt(token);
    await remove(sub);
    expect((await userinfo(token)).status).toBe(401);
    // The browser's session has ended, too.
    const newToken = await signIn(addresses, 'leaver@example.com', browser);
    expect(decodeJwt(newToken).sub).not.toBe(sub);
    await expect(remove(sub)).rejects.toThrow(
      expect.objectContaining({ name: 'UserNotFoundException' }),
    );
  });

  test('takes a password, of users who exist', async () => {
    const { sub: Username } = decodeJwt(await signIn(addresses, 'password@example.com'));
    const input = { UserPoolId: localUserPool, Password: 'x'.repeat(15), Permanent: true };
    const set = (user: string | undefined) =>
      client.send(new AdminSetUserPasswordCommand({ ...input, Username: user }));
    await set(Username);
    await expect(set('nobody')).rejects.toThrow(
      expect.objectContaining({ name: 'UserNotFoundException' }),
    );
  });

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
