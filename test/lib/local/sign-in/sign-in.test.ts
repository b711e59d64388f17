import { createHash } from 'node:crypto';
import {
  AdminDeleteUserCommand,
  AdminDisableUserCommand,
  AdminGetUserCommand,
  CognitoIdentityProviderClient,
  ListUserPoolsCommand,
  ListUsersCommand,
} from '@aws-sdk/client-cognito-identity-provider';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { decodeJwt, decodeProtectedHeader } from 'jose';
import { localCredentials } from '../../../../lib/local/local-tables.ts';
import { type SignIn, startSignIn } from '../../../../lib/local/sign-in/sign-in.ts';
import { localUserPool } from '../../../../lib/local/sign-in/user-pool.ts';
import {
  type Addresses,
  authorizationUrl,
  exchange,
  giveAddress,
  openBrowser,
  signIn,
  verifier,
} from '../../../sign-in.ts';

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

/** Where a sign-in leads in the end, and what it needs to go on from there. */
const begin = async (email: string, browser = openBrowser()) => {
  const codeVerifier = verifier();
  const authorization = authorizationUrl(addresses, codeVerifier);
  const back = new URL(await giveAddress(browser, authorization, email));
  return { back, code: back.searchParams.get('code') ?? '', codeVerifier };
};

const tokenOf = async (answer: Response): Promise<string> => {
  const { access_token } = (await answer.json()) as { readonly access_token: string };
  return access_token;
};

const invalidGrant = async (answer: Response) => {
  expect(answer.status).toBe(400);
  expect(await answer.json()).toMatchObject({ error: 'invalid_grant' });
};

describe('tokens', () => {
  test('whoever has an address gets one as Cognito makes them', async () => {
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

  test('say a caller by a name that is random, and theirs in whatever case they write', async () => {
    const subOf = async (email: string) => decodeJwt(await signIn(addresses, email)).sub;
    const sub = await subOf('Same@Example.com');
    expect(sub).toMatch(/^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/);
    expect(await subOf('same@example.COM')).toBe(sub);
    expect(await subOf(' same@example.com ')).toBe(sub);
    expect(await subOf('other@example.com')).not.toBe(sub);
  });

  test('tell the address at userinfo, where the signature is right', async () => {
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

describe('a code', () => {
  test('leads back with the state, and is good once', async () => {
    const { back, code, codeVerifier } = await begin('once@example.com');
    expect(back.origin + back.pathname).toBe(page);
    expect(back.searchParams.get('state')).toBe('some state');
    const token = await tokenOf(await exchange(addresses, code, codeVerifier));
    expect((await userinfo(token)).status).toBe(200);
    await invalidGrant(await exchange(addresses, code, codeVerifier));
    // One of the two who sent it has stolen it, and that may be the first.
    expect((await userinfo(token)).status).toBe(401);
  });

  test.each([
    ['none', ''],
    ['another', verifier()],
  ])('that was stolen is good for nothing with %s in place of its verifier', async (_, stolen) => {
    const { code } = await begin('robbed@example.com');
    await invalidGrant(await exchange(addresses, code, stolen));
  });

  test('is good only for the page that it was made for', async () => {
    const { code, codeVerifier } = await begin('page@example.com');
    const other = { ...addresses, url: 'http://127.0.0.1:3000' };
    await invalidGrant(await exchange(other, code, codeVerifier));
  });

  test.each([
    ['no challenge', { code_challenge: '', code_challenge_method: '' }],
    ['a challenge that is the verifier', { code_challenge_method: 'plain' }],
    ['a token in its place', { response_type: 'token' }],
  ])('is not made for a request with %s', async (_, changes) => {
    const browser = openBrowser();
    const answer = await browser.open(authorizationUrl(addresses, verifier(), changes));
    expect(browser.next(answer)).toMatch(/^http:\/\/localhost:3000\/dashboard[?#]error=/);
  });

  test.each([
    ['another site', 'https://evil.example/dashboard'],
    ['another path', `${url}/playground`],
    ['a longer path', `${page}/more`],
    ['a query', `${page}?next=evil`],
    ['another port', 'http://localhost:3999/dashboard'],
    ['a name before the host', 'http://localhost:3000@evil.example/dashboard'],
    ['a script', 'javascript:alert(1)'],
  ])('is never sent to %s', async (_, redirect_uri) => {
    const changes = { redirect_uri };
    const answer = await openBrowser().open(authorizationUrl(addresses, verifier(), changes));
    expect(answer.status).toBe(400);
    expect(answer.headers.has('location')).toBe(false);
    expect(await answer.text()).toContain('redirect_uri');
  });

  test('is not made for another client', async () => {
    const changes = { client_id: '<script>alert(1)</script>' };
    const answer = await openBrowser().open(authorizationUrl(addresses, verifier(), changes));
    expect(answer.status).toBe(400);
    expect(answer.headers.has('location')).toBe(false);
    expect(await answer.text()).not.toContain('<script');
  });
});

describe('the sign-in page', () => {
  const openPage = async (browser = openBrowser()) =>
    browser.next(await browser.open(authorizationUrl(addresses, verifier())));

  test('has one field and one button, needs no script, and loads nothing', async () => {
    const browser = openBrowser();
    const answer = await browser.open(await openPage(browser));
    const html = await answer.text();
    expect(answer.status).toBe(200);
    expect(html.match(/<input [^>]*>/g)).toEqual([
      '<input id="email" name="email" type="email" required maxlength="254" autocomplete="email" autofocus>',
    ]);
    expect(html).toContain('<label for="email">E-mail</label>');
    expect(html.match(/<button.*?<\/button>/g)).toEqual(['<button>Continue</button>']);
    expect(html).not.toMatch(/<script|https?:|url\(|@import/);
    const [, style = ''] = html.match(/<style>(.*)<\/style>/s) ?? [];
    const hash = createHash('sha256').update(style).digest('base64');
    expect(answer.headers.get('content-security-policy')).toBe(
      [
        "default-src 'none'; script-src",
        `style-src 'sha256-${hash}'`,
        "img-src data:; base-uri 'none'",
        "form-action 'self' http://localhost:3000 http://127.0.0.1:3000",
        "frame-ancestors 'none'",
      ].join('; '),
    );
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(answer.headers.get('referrer-policy')).toBe('no-referrer');
  });

  test.each([
    '',
    'me',
    'me@',
    '@example.com',
    'a@b@c',
    'me @example.com',
    'me@example.com\u0000',
    `${'x'.repeat(65)}@example.com`,
    `x@${'example.'.repeat(32)}com`,
    'me@\u202Eexample.com',
    '"><script>alert(1)</script>',
    "' onfocus='alert(1)",
  ])('asks again for an address in place of %j', async (email) => {
    const browser = openBrowser();
    const answer = await browser.open(await openPage(browser), { email });
    const html = await answer.text();
    expect(answer.status).toBe(400);
    expect(html).toContain('role="alert"');
    expect(html).not.toMatch(/<script|' onfocus/);
    expect(html.match(/<input [^>]*>/g)).toHaveLength(1);
  });

  test('takes an address that is markup for what it is', async () => {
    const email = '"<script>alert(1)</script>"@example.com';
    const token = await signIn(addresses, email);
    expect(await (await userinfo(token)).json()).toMatchObject({ email });
  });

  test('is of one browser, and of one sign-in', async () => {
    const browser = openBrowser();
    const signInPage = await openPage(browser);
    expect((await openBrowser().open(signInPage)).status).toBe(400);
    const elsewhere = await openBrowser().open(signInPage, { email: 'me@example.com' });
    expect(elsewhere.status).toBe(400);
    await browser.open(browser.next(await browser.open(signInPage, { email: 'me@example.com' })));
    const again = await browser.open(signInPage);
    expect(again.status).toBe(400);
    expect(await again.text()).toContain('This sign-in has expired');
  });

  test('can be open twice, and each leads in as who was said there', async () => {
    const browser = openBrowser();
    const codeVerifier = verifier();
    const first = browser.next(await browser.open(authorizationUrl(addresses, codeVerifier)));
    await signIn(addresses, 'second@example.com', browser);
    // The browser must first end the second session, for which a page sends a form by itself.
    const email = 'first@example.com';
    const resume = browser.next(await browser.open(first, { email }));
    const between = await browser.open(resume);
    const html = await between.text();
    const [, script = ''] = html.match(/<script>(.*)<\/script>/s) ?? [];
    const hash = createHash('sha256').update(script).digest('base64');
    expect(between.headers.get('content-security-policy')).toContain(`'sha256-${hash}'`);
    const [, action = ''] = html.match(/action="([^"]*)"/) ?? [];
    const fields = [...html.matchAll(/name="([^"]*)" value="([^"]*)"/g)];
    const form = Object.fromEntries(fields.map(([, name = '', value = '']) => [name, value]));
    const ended = browser.next(await browser.open(action, form));
    const back = new URL(browser.next(await browser.open(ended)));
    const code = back.searchParams.get('code') ?? '';
    const token = await tokenOf(await exchange(addresses, code, codeVerifier));
    expect(await (await userinfo(token)).json()).toMatchObject({ email });
  });
});

describe('a session', () => {
  const logout = (parameters: Readonly<Record<string, string>>) =>
    `${running.url}/logout?${new URLSearchParams({ client_id: 'dashboard', ...parameters })}`;

  /** Whether a browser is led back without being asked who it is. */
  const isSignedIn = async (browser: ReturnType<typeof openBrowser>) => {
    const answer = await browser.open(authorizationUrl(addresses, verifier()));
    return browser.next(answer).startsWith(`${page}?code=`);
  };

  const signedIn = async (email = 'session@example.com') => {
    const browser = openBrowser();
    await begin(email, browser);
    expect(await isSignedIn(browser)).toBe(true);
    return browser;
  };

  test('does not spare callers the page where the dashboard wants them to sign in anew', async () => {
    const email = 'anew@example.com';
    const browser = await signedIn(email);
    const authorization = authorizationUrl(addresses, verifier(), { prompt: 'login' });
    expect(await giveAddress(browser, authorization, email)).toContain(`${page}?code=`);
  });

  test('is found without a page for the caller, or not at all, where the dashboard asks for none', async () => {
    const silent = authorizationUrl(addresses, verifier(), { prompt: 'none' });
    const led = async (browser: ReturnType<typeof openBrowser>) => {
      const back = new URL(browser.next(await browser.open(silent)));
      expect(back.origin + back.pathname).toBe(page);
      expect(back.searchParams.get('state')).toBe('some state');
      return back.searchParams;
    };
    const browser = await signedIn();
    expect((await led(browser)).has('code')).toBe(true);
    expect((await led(openBrowser())).get('error')).toBe('login_required');
    await browser.open(logout({ logout_uri: page }));
    expect((await led(browser)).get('error')).toBe('login_required');
  });

  test('ends at the address that the issuer names', async () => {
    const answer = await fetch(`${running.url}/.well-known/openid-configuration`);
    expect(await answer.json()).toMatchObject({ end_session_endpoint: `${running.url}/logout` });
  });

  test.each(['logout_uri', 'post_logout_redirect_uri'])('ends at once, by %s', async (name) => {
    const browser = await signedIn();
    const answer = await browser.open(logout({ [name]: page }));
    expect(answer.status).toBe(303);
    expect(browser.next(answer)).toBe(page);
    expect(await isSignedIn(browser)).toBe(false);
  });

  test('ends with a state that leads back', async () => {
    const browser = await signedIn();
    const answer = await browser.open(logout({ logout_uri: page, state: 'a&b' }));
    expect(browser.next(answer)).toBe(`${page}?state=a%26b`);
  });

  test.each([
    ['to another site', { logout_uri: 'https://evil.example/' }],
    ['to nowhere', {}],
    ['for another client', { logout_uri: page, client_id: 'other' }],
  ])('does not end %s', async (_, parameters) => {
    const browser = await signedIn();
    const answer = await browser.open(logout(parameters));
    expect(answer.status).toBe(400);
    expect(answer.headers.has('location')).toBe(false);
    expect(await isSignedIn(browser)).toBe(true);
  });

  test('can end where there is none', async () => {
    const browser = openBrowser();
    expect(browser.next(await browser.open(logout({ logout_uri: page })))).toBe(page);
  });
});

describe('the API of the user pool', () => {
  const client = () =>
    new CognitoIdentityProviderClient({
      endpoint: running.url,
      region: localCredentials.AWS_REGION,
      credentials: {
        accessKeyId: localCredentials.AWS_ACCESS_KEY_ID,
        secretAccessKey: localCredentials.AWS_SECRET_ACCESS_KEY,
      },
    });
  const remove = (Username: string, UserPoolId = localUserPool) =>
    client().send(new AdminDeleteUserCommand({ UserPoolId, Username }));

  test('removes a user, who is another when they come back', async () => {
    const browser = openBrowser();
    const token = await signIn(addresses, 'leaver@example.com', browser);
    const { sub = '' } = decodeJwt(token);
    await remove(sub);
    expect((await userinfo(token)).status).toBe(401);
    // The session in their browser knows nobody any more, and they are asked again.
    const newToken = await signIn(addresses, 'leaver@example.com', browser);
    expect(decodeJwt(newToken).sub).not.toBe(sub);
    expect((await userinfo(newToken)).status).toBe(200);
  });

  test('disables a user, who can neither come back nor use the address for another, until it is removed', async () => {
    const browser = openBrowser();
    const token = await signIn(addresses, 'Disabled@example.com', browser);
    const { sub = '' } = decodeJwt(token);
    const disable = { UserPoolId: localUserPool, Username: sub };
    await client().send(new AdminDisableUserCommand(disable));
    expect((await userinfo(token)).status).toBe(401);
    const start = authorizationUrl(addresses, verifier());
    for (const someBrowser of [browser, openBrowser()]) {
      const page = someBrowser.next(await someBrowser.open(start));
      const answer = await someBrowser.open(page, { email: 'disabled@example.com' });
      expect([answer.status, await answer.text()]).toEqual([
        403,
        expect.stringContaining('This user is disabled.'),
      ]);
    }
    const found = { UserPoolId: localUserPool, Filter: 'email = "disabled@example.com"' };
    const { Users } = await client().send(new ListUsersCommand(found));
    expect(Users).toEqual([{ Attributes: [{ Name: 'sub', Value: sub }] }]);
    await remove(sub);
    expect((await client().send(new ListUsersCommand(found))).Users).toEqual([]);
    expect(decodeJwt(await signIn(addresses, 'disabled@example.com')).sub).not.toBe(sub);
  });

  test('says of a user that there is none, and of a pool', async () => {
    const { sub = '' } = decodeJwt(await signIn(addresses, 'gone@example.com'));
    await expect(remove(sub, 'another')).rejects.toThrow(
      expect.objectContaining({ name: 'ResourceNotFoundException' }),
    );
    await remove(sub);
    await expect(remove(sub)).rejects.toThrow(
      expect.objectContaining({ name: 'UserNotFoundException' }),
    );
  });

  test('is for the pool that ListUserPools names', async () => {
    const { UserPools } = await client().send(new ListUserPoolsCommand({ MaxResults: 60 }));
    expect(UserPools).toEqual([{ Id: localUserPool, Name: 'the-pool' }]);
  });

  test('is all that there is of the API, and no page of another origin can call it', async () => {
    const get = new AdminGetUserCommand({ UserPoolId: localUserPool, Username: 'x' });
    await expect(client().send(get)).rejects.toThrow(
      expect.objectContaining({ name: 'UnknownOperationException' }),
    );
    const preflight = await fetch(running.url, {
      method: 'OPTIONS',
      headers: {
        Origin: page,
        'Access-Control-Request-Method': 'POST',
        'Access-Control-Request-Headers': 'x-amz-target',
      },
    });
    expect(preflight.headers.has('access-control-allow-origin')).toBe(false);
  });
});

describe('CORS', () => {
  const from = (origin: string) => ({ headers: { Origin: origin } });

  test('anybody may read who the issuer is, and its keys', async () => {
    for (const path of ['/.well-known/openid-configuration', '/.well-known/jwks.json']) {
      const answer = await fetch(running.url + path, from('https://example.com'));
      expect(answer.headers.get('access-control-allow-origin')).toBe('https://example.com');
      expect(await answer.text()).not.toMatch(/"(?:d|p|q|dp|dq|qi)":/);
    }
  });

  test.each([
    ['http://localhost:3000', 200],
    ['http://127.0.0.1:3000', 200],
    ['https://example.com', 400],
    ['null', 400],
  ])('a page of %s that exchanges a code gets %d', async (origin, status) => {
    const { code, codeVerifier } = await begin('cors@example.com');
    const answer = await fetch(`${running.url}/oauth2/token`, {
      ...from(origin),
      method: 'POST',
      body: new URLSearchParams({
        grant_type: 'authorization_code',
        client_id: 'dashboard',
        redirect_uri: page,
        code,
        code_verifier: codeVerifier,
      }),
    });
    expect(answer.status).toBe(status);
    expect(answer.headers.get('access-control-allow-origin')).toBe(status === 200 ? origin : null);
  });
});

test('who opens its address is led to the dashboard', async () => {
  const browser = openBrowser();
  expect(browser.next(await browser.open(running.url))).toBe(page);
});

test('a port that is taken is said in one line', async () => {
  const port = new URL(running.url).port;
  await expect(startSignIn(Number(port), Promise.race([]), '')).rejects.toThrow(
    `Port ${port} is in use. Set SIGN_IN_PORT to another one.`,
  );
});
