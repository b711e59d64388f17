import { expect, jest, test } from '@jest/globals';
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose';
import { createAuthorizer } from '../../../lib/local/authorizer.ts';
import { serve } from '../../support/serve.ts';

const keys = await generateKeyPair('RS256');
const otherKeys = await generateKeyPair('RS256');
const jwk = { ...(await exportJWK(keys.publicKey)), kid: 'rsa' };
let down = false;
const issuerUrl = await serve(({ url }, response) => {
  if (down || url !== '/.well-known/jwks.json') response.statusCode = 503;
  response.end(JSON.stringify({ keys: [jwk] }));
});

const end = Math.floor(Date.now() / 1000) + 3_600;

/** Signs a token that is valid but for the given claims. A claim that is undefined is left out. */
const sign = (
  claims: Readonly<Record<string, unknown>> = {},
  key = keys.privateKey,
): Promise<string> =>
  new SignJWT({
    iss: issuerUrl,
    sub: 'caller',
    client_id: 'dashboard',
    scope: 'openid email',
    exp: end,
    ...(claims as JWTPayload),
  })
    .setProtectedHeader({ alg: 'RS256', kid: 'rsa' })
    .sign(key);

/** Creates an authorizer, and a function that returns the status it answers; 200 with the event's claims. */
const newAuthorizer = () => {
  const integration = createAuthorizer({
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

const bodies: Readonly<Record<number, object>> = {
  200: { sub: 'caller', exp: String(end) },
  401: { message: 'Unauthorized' },
  403: { message: 'Forbidden' },
};

const bearer = async (...token: Parameters<typeof sign>) => `Bearer ${await sign(...token)}`;

test.each<[string, number, () => Promise<string | undefined> | undefined]>([
  ['a token', 200, () => bearer()],
  ['a token after another case', 200, async () => `bearer ${await sign()}`],
  ['a token alone', 200, () => sign()],
  ['a token with another scope of the route', 200, () => bearer({ scope: 'email admin' })],
  ['one without an end', 401, () => bearer({ exp: undefined })],
  ['one of another issuer', 401, () => bearer({ iss: 'http://localhost' })],
  ['one of another client', 401, () => bearer({ client_id: 'other' })],
  ["one with another key's signature", 401, () => bearer({}, otherKeys.privateKey)],
  ['one without a scope', 403, () => bearer({ scope: undefined })],
  ['one with similar scopes', 403, () => bearer({ scope: 'openid.more not-openid OPENID' })],
  ['no token', 401, () => undefined],
  ['an empty token', 401, async () => 'Bearer '],
  ['another scheme', 401, async () => `Basic ${await sign()}`],
])('%s is answered %d', async (_, status, authorization) => {
  const { statusCode, body } = await newAuthorizer()(await authorization());
  expect(statusCode).toBe(status);
  expect(JSON.parse(String(body))).toMatchObject(bodies[status] ?? {});
});

test("without the issuer's keys tokens are refused, and the terminal says why; the next one tries again, and then they are cached", async () => {
  const call = newAuthorizer();
  const token = `Bearer ${await sign()}`;
  down = true;
  const errorSpy = jest.spyOn(console, 'error').mockImplementation(() => {});
  expect((await call(token)).statusCode).toBe(401);
  expect(errorSpy).toHaveBeenCalledWith('authorizer:', expect.any(Error));
  errorSpy.mockRestore();
  down = false;
  expect((await call(token)).statusCode).toBe(200);
  down = true;
  expect((await call(token)).statusCode).toBe(200);
});
