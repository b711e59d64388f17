import { beforeAll, expect, test } from '@jest/globals';
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose';
import { jwtAuthorizer } from '../../../lib/local/authorizer.ts';
import { serve } from '../../support/serve.ts';

type KeyPair = Awaited<ReturnType<typeof generateKeyPair>>;

let keys: KeyPair;
let otherKeys: KeyPair;
let issuerUrl: string;
let down = false;

beforeAll(async () => {
  [keys, otherKeys] = await Promise.all([generateKeyPair('RS256'), generateKeyPair('RS256')]);
  const jwk = { ...(await exportJWK(keys.publicKey)), kid: 'rsa' };
  issuerUrl = await serve(({ url }, response) => {
    if (down || url !== '/.well-known/jwks.json') response.statusCode = 503;
    response.end(JSON.stringify({ keys: [jwk] }));
  });
});

const now = () => Math.floor(Date.now() / 1000);

/** Signs a token that is valid but for the given claims. A claim that is undefined is left out. */
const sign = (claims: JWTPayload = {}, key = keys.privateKey): Promise<string> =>
  new SignJWT({
    iss: issuerUrl,
    sub: 'caller',
    client_id: 'dashboard',
    scope: 'openid email',
    exp: now() + 3_600,
    ...claims,
  })
    .setProtectedHeader({ alg: 'RS256', kid: 'rsa' })
    .sign(key);

/** Creates an authorizer, and a function that returns the status it answers; 200 with the event's claims. */
const newAuthorizer = () => {
  const integration = jwtAuthorizer({
    issuer: issuerUrl,
    audience: ['dashboard'],
    scopes: ['openid', 'admin'],
  })(async ({ requestContext }) => ({
    kind: 'result',
    result: { statusCode: 200, body: JSON.stringify(requestContext.authorizer.jwt.claims) },
  }));
  return async (authorization?: string) => {
    const event = { headers: { authorization }, requestContext: {} };
    const outcome = await integration(event as unknown as APIGatewayProxyEventV2);
    return (outcome as { result: APIGatewayProxyStructuredResultV2 }).result;
  };
};

test.each(['Bearer ', 'bearer ', ''])('a valid token after %j passes', async (prefix) => {
  const exp = now() + 60;
  const { statusCode, body = '' } = await newAuthorizer()(prefix + (await sign({ exp })));
  expect(statusCode).toBe(200);
  expect(JSON.parse(body)).toMatchObject({ sub: 'caller', exp: String(exp) });
});

test.each([
  ['another scope of the route', 200, { scope: 'email admin' }],
  ['an end in the past', 401, { exp: now() }],
  ['no end', 401, { exp: undefined }],
  ['a beginning in the future', 401, { nbf: now() + 600 }],
  ['another issuer', 401, { iss: 'http://localhost' }],
  ['another client', 401, { client_id: 'other' }],
  ['no scope', 403, { scope: undefined }],
  ['a similar scope', 403, { scope: 'openid.more not-openid OPENID' }],
])('a token with %s is answered %d', async (_, status, claims) => {
  const { statusCode, body } = await newAuthorizer()(`Bearer ${await sign(claims as JWTPayload)}`);
  expect(statusCode).toBe(status);
  if (status !== 200) {
    const message = status === 401 ? 'Unauthorized' : 'Forbidden';
    expect(JSON.parse(String(body))).toEqual({ message });
  }
});

test.each<[string, () => Promise<string | undefined>]>([
  ['no token', async () => undefined],
  ['an empty token', async () => 'Bearer '],
  ['no JWT', async () => 'Bearer a.b.c'],
  ['another scheme', async () => `Basic ${await sign()}`],
  ["another key's signature", async () => `Bearer ${await sign({}, otherKeys.privateKey)}`],
])('%s is answered 401', async (_, authorization) => {
  expect(await newAuthorizer()(await authorization())).toMatchObject({ statusCode: 401 });
});

test("without the issuer's keys tokens are refused; the next one tries again, and then they are cached", async () => {
  const call = newAuthorizer();
  const token = `Bearer ${await sign()}`;
  down = true;
  expect((await call(token)).statusCode).toBe(401);
  down = false;
  expect((await call(token)).statusCode).toBe(200);
  down = true;
  expect((await call(token)).statusCode).toBe(200);
});
