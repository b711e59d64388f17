import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  jest,
  test,
} from '@jest/globals';
import type { APIGatewayProxyEventV2WithJWTAuthorizer } from 'aws-lambda';
import { exportJWK, exportSPKI, generateKeyPair, type JWTPayload, SignJWT } from 'jose';
import { jwtAuthorizer } from '../../../lib/local/authorizer.ts';
import { createGateway, type Gateway } from '../../../lib/local/gateway.ts';

type KeyPair = Awaited<ReturnType<typeof generateKeyPair>>;

/** The issuer's key, one that nobody knows, and one on a curve. */
let keys: KeyPair;
let strange: KeyPair;
let curve: KeyPair;

/** An issuer: what it shows, and how often it was asked for its keys. */
let issuer: Server;
let issuerUrl: string;
let shown: Record<string, unknown>[];
let lookUps: number;
let down: boolean;

let gateway: Gateway;
let url: string;
let events: APIGatewayProxyEventV2WithJWTAuthorizer[];
const lines: string[] = [];

const jwk = async (pair: KeyPair, kid: string) => ({ ...(await exportJWK(pair.publicKey)), kid });

beforeAll(async () => {
  [keys, strange, curve] = await Promise.all([
    generateKeyPair('RS256'),
    generateKeyPair('RS256'),
    generateKeyPair('ES256'),
  ]);
  issuer = createServer(({ url: path }, response) => {
    if (down) return void response.writeHead(503).end();
    if (path === '/keys') lookUps += 1;
    const answer = path === '/keys' ? { keys: shown } : { jwks_uri: `${issuerUrl}/keys` };
    response.end(JSON.stringify(answer));
  });
  await once(issuer.listen(0, '127.0.0.1'), 'listening');
  issuerUrl = `http://127.0.0.1:${(issuer.address() as AddressInfo).port}`;
});

afterAll(() => {
  issuer.close();
});

beforeEach(async () => {
  shown = [await jwk(keys, 'rsa'), await jwk(curve, 'curve')];
  lookUps = 0;
  down = false;
  events = [];
  const authorizer = jwtAuthorizer({
    issuer: issuerUrl,
    audience: ['dashboard'],
    scopes: ['openid', 'admin'],
  });
  const integration = authorizer(async (event) => {
    events.push(event);
    return { kind: 'result', result: { statusCode: 204 } };
  });
  gateway = createGateway(new Map([['GET /account', integration]]), (line) => lines.push(line));
  await once(gateway.server.listen(0, '127.0.0.1'), 'listening');
  url = `http://127.0.0.1:${(gateway.server.address() as AddressInfo).port}/account`;
});

afterEach(async () => {
  jest.restoreAllMocks();
  await gateway.close(0);
});

const now = () => Math.floor(Date.now() / 1000);

/** A token, good but for the changes. A claim or a name of its key that is undefined is left out. */
const sign = (
  claims: JWTPayload = {},
  changes: { alg?: string; kid?: string | undefined; key?: KeyPair['privateKey'] } = {},
): Promise<string> => {
  const { alg, kid, key } = { alg: 'RS256', kid: 'rsa', key: keys.privateKey, ...changes };
  return new SignJWT({
    iss: issuerUrl,
    sub: 'caller',
    client_id: 'dashboard',
    scope: 'openid email',
    iat: now(),
    exp: now() + 3_600,
    ...claims,
  })
    .setProtectedHeader({ alg, ...(kid !== undefined && { kid }) })
    .sign(key);
};

const call = (authorization?: string): Promise<Response> =>
  fetch(url, { headers: authorization === undefined ? {} : { Authorization: authorization } });

const statusOf = async (token: string): Promise<number> => (await call(`Bearer ${token}`)).status;

/** The status of a refusal, its body, and what it says of the token. */
const refusal = async (answer: Response) => ({
  status: answer.status,
  body: await answer.text(),
  challenge: answer.headers.get('www-authenticate'),
});

const unauthorized = (reason: string) => ({
  status: 401,
  body: '{"message":"Unauthorized"}',
  challenge: `Bearer scope="openid admin" error="invalid_token" error_description="${reason}"`,
});

test('a good token is let through, and its claims are in the event as strings', async () => {
  const exp = now() + 60;
  const token = await sign({ exp, groups: ['a', 'b'], verified: true, address: { city: 'x' } });
  expect(await statusOf(token)).toBe(204);
  expect(events[0]?.requestContext.authorizer.jwt).toEqual({
    claims: {
      iss: issuerUrl,
      sub: 'caller',
      client_id: 'dashboard',
      scope: 'openid email',
      iat: expect.stringMatching(/^\d+$/),
      exp: String(exp),
      groups: '[a b]',
      verified: 'true',
      address: '{"city":"x"}',
    },
    scopes: ['openid', 'admin'],
  });
});

test.each(['RS384', 'RS512'])('%s is as good as RS256', async (alg) => {
  const key = await generateKeyPair(alg);
  shown = [await jwk(key, alg)];
  expect(await statusOf(await sign({}, { alg, kid: alg, key: key.privateKey }))).toBe(204);
});

test.each([
  ['a list of scopes', { scope: undefined, scp: ['email', 'openid'] }],
  ['scopes in `scp`', { scope: undefined, scp: 'email admin' }],
  ['an audience', { client_id: undefined, aud: 'dashboard' }],
  ['an audience among others', { client_id: 'other', aud: ['other', 'dashboard'] }],
  ['a time before which it is none, now past', { nbf: now() }],
])('a token with %s is good', async (_, claims) => {
  expect(await statusOf(await sign(claims))).toBe(204);
});

test.each([
  ['Bearer ', ''],
  ['bearer ', ''],
  ['BEARER ', ''],
  ['', ''],
])('the token may follow %j', async (prefix) => {
  expect((await call(prefix + (await sign()))).status).toBe(204);
});

describe('refused', () => {
  afterEach(() => expect(events).toEqual([]));

  test.each([undefined, '', 'Bearer', 'Bearer '])('no token: %j', async (authorization) => {
    expect(await refusal(await call(authorization))).toEqual({
      status: 401,
      body: '{"message":"Unauthorized"}',
      challenge: 'Bearer',
    });
  });

  test.each([
    ['expired now', { exp: now() }, 'the token has expired'],
    ['expired a second ago', { exp: now() - 1 }, 'the token has expired'],
    ['that does not expire', { exp: undefined }, 'the token does not have a valid exp'],
    ['that begins later', { nbf: now() + 60 }, 'the token does not have a valid nbf'],
    ['issued later', { iat: now() + 60 }, 'the token does not have a valid iat'],
    ['of another issuer', { iss: 'http://localhost' }, 'the token does not have a valid iss'],
    ['of no issuer', { iss: undefined }, 'the token does not have a valid iss'],
    ['of another client', { client_id: 'other' }, 'the token does not have a valid audience'],
    ['of no client', { client_id: undefined }, 'the token does not have a valid audience'],
    // The audience is what counts where there is one.
    ['for another audience', { aud: 'other' }, 'the token does not have a valid audience'],
    ['for others', { aud: ['a', 'b'] }, 'the token does not have a valid audience'],
    ['for nobody', { aud: [] }, 'the token does not have a valid audience'],
  ])('a token %s', async (_, claims, reason) => {
    const answer = await call(`Bearer ${await sign(claims as JWTPayload)}`);
    expect(await refusal(answer)).toEqual(unauthorized(reason));
  });

  test.each([
    ['no scope', { scope: undefined }],
    ['another scope', { scope: 'email' }],
    ['a longer scope', { scope: 'openid.more not-openid' }],
    ['a scope in capitals', { scope: 'OPENID' }],
  ])('a token with %s, as one that may not', async (_, claims) => {
    expect(await refusal(await call(`Bearer ${await sign(claims)}`))).toEqual({
      status: 403,
      body: '{"message":"Forbidden"}',
      challenge:
        'Bearer scope="openid admin" error="insufficient_scope" error_description="the token does not have a required scope"',
    });
  });

  test('a wrong signature, of a key that goes by the same name', async () => {
    const forged = await sign({}, { key: strange.privateKey });
    expect(await refusal(await call(`Bearer ${forged}`))).toEqual(
      unauthorized('the signature is invalid'),
    );
  });

  test('a good signature under other claims', async () => {
    const [header, , signature] = (await sign()).split('.');
    const [, claims] = (await sign({ sub: 'somebody else' })).split('.');
    expect(await statusOf([header, claims, signature].join('.'))).toBe(401);
  });

  test('no signature at all', async () => {
    const [, claims, signature] = (await sign()).split('.');
    for (const alg of ['none', 'None', 'NONE', '']) {
      const header = Buffer.from(JSON.stringify({ alg, kid: 'rsa' })).toString('base64url');
      expect(await statusOf(`${header}.${claims}.`)).toBe(401);
      expect(await statusOf(`${header}.${claims}.${signature}`)).toBe(401);
    }
  });

  test("a signature with the issuer's public key as a shared secret", async () => {
    const pem = await exportSPKI(keys.publicKey);
    for (const secret of [pem, pem.trim(), JSON.stringify(shown[0]), String(shown[0]?.n)]) {
      const token = new SignJWT({ iss: issuerUrl, client_id: 'dashboard', scope: 'openid' })
        .setProtectedHeader({ alg: 'HS256', kid: 'rsa' })
        .setExpirationTime('1h');
      const answer = await call(`Bearer ${await token.sign(new TextEncoder().encode(secret))}`);
      expect(await refusal(answer)).toEqual(unauthorized('the signing method is invalid'));
    }
  });

  test('a signature by other means than RSA, though the issuer shows the key', async () => {
    const token = await sign({}, { alg: 'ES256', kid: 'curve', key: curve.privateKey });
    expect(await statusOf(token)).toBe(401);
  });

  test('a token that does not say its key, though the issuer has but one', async () => {
    shown = [await jwk(keys, 'rsa')];
    const answer = await call(`Bearer ${await sign({}, { kid: undefined })}`);
    expect(await refusal(answer)).toEqual(unauthorized('the key of the token is not known'));
  });

  test.each([
    ['one word', 'x'],
    ['two words', 'a.b'],
    ['three words', 'a.b.c'],
    ['five words', 'a.b.c.d.e'],
    ['dots', '..'],
    ['empty objects', 'e30.e30.e30'],
    ['a very long word', `${'x'.repeat(9_000)}.y.z`],
    ['a word beyond ASCII', encodeURI('é.é.é')],
  ])('%s in place of a token', async (_, token) => {
    expect(await refusal(await call(`Bearer ${token}`))).toMatchObject({ status: 401 });
  });

  test('another scheme', async () => {
    expect((await call(`Basic ${btoa('me:secret')}`)).status).toBe(401);
    expect((await call(`DPoP ${await sign()}`)).status).toBe(401);
    expect((await call(`Bearer Bearer ${await sign()}`)).status).toBe(401);
  });

  test('two tokens, each of them good', async () => {
    const token = await sign();
    const twice = new Headers([
      ['Authorization', `Bearer ${token}`],
      ['Authorization', `Bearer ${token}`],
    ]);
    expect((await fetch(url, { headers: twice })).status).toBe(401);
  });

  test('a token that the request line and header fields have no room for', async () => {
    const answer = await call(`Bearer ${await sign({ long: 'x'.repeat(10_240) })}`);
    expect(answer.status).toBe(431);
  });
});

test('a long token is as good as a short one', async () => {
  expect(await statusOf(await sign({ long: 'x'.repeat(6_000) }))).toBe(204);
});

describe("the issuer's keys", () => {
  test('are looked up once, and kept while the issuer is down', async () => {
    expect(await statusOf(await sign())).toBe(204);
    down = true;
    expect(await statusOf(await sign())).toBe(204);
    expect(lookUps).toBe(1);
  });

  test('are looked up again for a name that is not known, but not for each', async () => {
    expect(await statusOf(await sign())).toBe(204);
    const token = await sign({}, { kid: 'unknown' });
    expect(await Promise.all(Array.from({ length: 20 }, () => statusOf(token)))).toEqual(
      Array.from({ length: 20 }, () => 401),
    );
    expect(lookUps).toBe(1);

    // A minute later the issuer has another key.
    const later = Date.now() + 60_000;
    jest.spyOn(Date, 'now').mockReturnValue(later);
    shown.push(await jwk(strange, 'new'));
    expect(await statusOf(await sign({}, { kid: 'new', key: strange.privateKey }))).toBe(204);
    expect(await statusOf(await sign({}, { kid: 'unknown' }))).toBe(401);
    expect(lookUps).toBe(2);
  });

  test('that can not be had refuse everybody, until they can', async () => {
    down = true;
    const token = await sign();
    expect(await refusal(await call(`Bearer ${token}`))).toEqual(
      unauthorized('OIDC discovery endpoint communication error'),
    );
    down = false;
    expect(await statusOf(token)).toBe(204);
  });
});

test('nothing of a token or its claims is in the log', async () => {
  await statusOf(await sign({ sub: 'a secret' }));
  await statusOf(await sign({ scope: 'none', sub: 'a secret' }));
  await statusOf(await sign({ iss: 'a secret' }));
  expect(new Set(lines.map((line) => line.replace(/\d+ ms$/, '')))).toEqual(
    new Set(['GET /account 204 ', 'GET /account 401 ', 'GET /account 403 ']),
  );
});
