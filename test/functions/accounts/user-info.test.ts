import { inspect } from 'node:util';
import { beforeEach, expect, jest, test } from '@jest/globals';
import { createAddressReader, isTokenRefused } from '../../../functions/accounts/user-info.ts';
import { loggableParts } from '../../../functions/faults/fault.ts';
import type { Reply } from '../../support/serve.ts';
import { answer, someone, startSignInStandIn } from '../../support/sign-in-stand-in.ts';

const token = 'secret.access-token_~+/==';

const standIn = await startSignInStandIn();

beforeEach(() => {
  standIn.reply();
});

const ask = (authorization = `Bearer ${token}`, sub = someone.sub) =>
  createAddressReader(standIn.url)(authorization, sub);

/** A call's error, which reveals nothing of the token and the user. */
const readFault = async (call: Promise<unknown>) => {
  const fault = await call.then(
    () => undefined,
    (error: unknown) => error,
  );
  // Node's own errors are from another realm.
  expect(fault).toEqual(expect.objectContaining({ message: expect.any(String) }));
  expect(inspect(fault, { depth: 10, showHidden: true })).not.toMatch(/secret|someone/);
  expect(JSON.stringify(loggableParts(fault))).not.toMatch(/secret|someone/);
  return fault as Error & { readonly code?: string };
};

test('the address comes from the discovered endpoint, called with the token', async () => {
  expect(await ask()).toBe('someone@example.com');
  expect(standIn.requests.map(({ call, headers }) => [call, headers.authorization])).toEqual([
    ['discovery', undefined],
    ['userinfo', `Bearer ${token}`],
  ]);
});

test('an address may be verified with a boolean instead of a text', async () => {
  standIn.reply({ userinfo: answer({ ...someone, email_verified: true }) });
  expect(await ask()).toBe('someone@example.com');
});

test('a token is accepted with or without its scheme, in any case, as by API Gateway', async () => {
  for (const authorization of [token, `bearer ${token}`, `BEARER   ${token}`]) {
    expect(await ask(authorization)).toBe('someone@example.com');
    expect(standIn.requests.at(-1)?.headers.authorization).toBe(`Bearer ${token}`);
  }
});

test.each(['', `Bearer ${token} ${token}`, `${token}\r\nx: y`, 'Bearer sécret'])(
  'an invalid token is not sent: %j',
  async (authorization) => {
    const fault = await readFault(ask(authorization));
    expect(fault.code).toBe('SIGN_IN_NO_TOKEN');
    expect(standIn.requests).toEqual([]);
  },
);

test('the discovery is cached, unless it failed', async () => {
  const readAddress = createAddressReader(standIn.url);
  standIn.reply({ discovery: answer({}, 500) });
  await readFault(readAddress(token, someone.sub));
  standIn.reply();
  await Promise.all([readAddress(token, someone.sub), readAddress(token, someone.sub)]);
  await readAddress(token, someone.sub);
  expect(standIn.requests.map(({ call }) => call)).toEqual([
    'discovery',
    'userinfo',
    'userinfo',
    'userinfo',
  ]);
});

test.each<object>([
  ...[undefined, 'false', 1, ['true']].map((email_verified) => ({ email_verified })),
  ...[undefined, null, 1, '', 'a@b@example.com', 'a\u001b@b.c', `${'a'.repeat(65)}@b.c`].map(
    (email) => ({ email }),
  ),
])('an unverified or unusable address is none: %j', async (claims) => {
  standIn.reply({ userinfo: answer({ ...someone, ...claims }) });
  expect(await ask()).toBeUndefined();
});

test.each<[string, Reply, string]>([
  ['of another person', answer({ ...someone, sub: 'another' }), 'OTHER_SUBJECT'],
  ['that is no object', answer(null), 'UNEXPECTED'],
  ['that is no JSON', { status: 200, body: '<html>' }, 'NOT_JSON'],
  ['500', answer({}, 500), 'STATUS_500'],
])('a response %s is a fault', async (_, userinfo, code) => {
  standIn.reply({ userinfo });
  expect((await readFault(ask())).code).toBe(`SIGN_IN_${code}`);
});

test.each([401, 403])(
  'a token that is answered %i is refused, whatever else is said',
  async (status) => {
    standIn.reply({ userinfo: { status, body: 'x'.repeat(100_000) } });
    expect(isTokenRefused(await readFault(ask()))).toBe(true);
    standIn.reply({ discovery: answer({}, status) });
    expect((await readFault(ask())).code).toBe(`SIGN_IN_STATUS_${status}`);
  },
);

test('a token is sent only to the discovered endpoint, by the same protocol and without redirects', async () => {
  const otherIssuer = await startSignInStandIn();
  const redirect = (path: string) => ({
    status: 307,
    headers: { Location: `${otherIssuer.url}${path}` },
    body: '',
  });
  standIn.reply({ userinfo: redirect('/oauth2/userInfo') });
  await readFault(ask());
  standIn.reply({ discovery: redirect('/.well-known/openid-configuration') });
  await readFault(ask());
  const userinfo_endpoint = `${otherIssuer.url}/oauth2/userInfo`;
  for (const [description, code] of [
    [{ issuer: otherIssuer.url, userinfo_endpoint }, 'OTHER_ISSUER'],
    [{ issuer: standIn.url, userinfo_endpoint: 'https://localhost/' }, 'OTHER_PROTOCOL'],
    [{ issuer: standIn.url, userinfo_endpoint: 'somewhere' }, 'UNEXPECTED'],
    [{ issuer: standIn.url }, 'UNEXPECTED'],
  ] as const) {
    standIn.reply({ discovery: answer(description) });
    expect((await readFault(ask())).code).toBe(`SIGN_IN_${code}`);
  }
  expect(otherIssuer.requests).toEqual([]);
  // The endpoint may have another origin, as Cognito's has.
  standIn.reply({ discovery: answer({ issuer: standIn.url, userinfo_endpoint }) });
  expect(await ask()).toBe('someone@example.com');
  expect(otherIssuer.requests).toHaveLength(1);
});

test('a provider that is silent, stops, trickles or hangs up is an error in time', async () => {
  const cases = (['silence', 'half', 'trickle', 'reset'] as const).flatMap((reply) => [
    { userinfo: reply },
    { discovery: reply },
  ]);
  const timeouts = jest.spyOn(AbortSignal, 'timeout');
  await Promise.all(
    cases.map(async (replies) => {
      const { url, reply } = await startSignInStandIn();
      reply(replies);
      await readFault(createAddressReader(url)(token, someone.sub));
    }),
  );
  expect(new Set(timeouts.mock.calls.flat())).toEqual(new Set([3_000]));
  timeouts.mockRestore();
});
