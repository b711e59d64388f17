/**
 * What the sign-in says of a caller: their address, which an access token does not hold. See OpenID
 * Connect Core 1.0, section 5.3, and OpenID Connect Discovery 1.0, section 4.
 */
import * as v from 'valibot';
import { cached } from '../cache/ttl-cache.ts';

/** How long both answers together may take, in milliseconds. */
const timeout = 3_000;

/** How long an answer may be, in bytes. */
const longestAnswer = 65_536;

/** How long a function goes by the issuer's description, in milliseconds. */
const discoveryTtl = 3_600_000;

/** The form of a bearer token (RFC 6750, section 2.1), and of what is taken for an address. */
const bearer = /^(?:Bearer +)?([\w.~+/-]+=*)$/i;
const address = /^[^\p{C}\p{Z}@]{1,64}@[^\p{C}\p{Z}@]{1,255}$/u;

/** The address of a caller, as far as the sign-in knows it: `undefined` where it is not verified. */
export type UserInfo = (authorization: string, sub: string) => Promise<string | undefined>;

const discovery = v.object({ issuer: v.string(), userinfo_endpoint: v.pipe(v.string(), v.url()) });

const claims = v.object({
  sub: v.string(),
  email: v.pipe(v.string(), v.regex(address)),
  email_verified: v.optional(v.unknown()),
});

/** The identity provider does not accept the caller's token, e.g. since the user was removed. */
export class TokenRefused extends Error {
  readonly code = 'SIGN_IN_TOKEN_REFUSED';
}

/**
 * Asks an issuer's userinfo endpoint, in the name of the caller. It rejects where there is no answer, or
 * one that is of somebody else. Nothing of the token or the answer stands in its errors.
 *
 * @param issuer The issuer's address.
 */
export const userInfo = (issuer: string): UserInfo => {
  const describe = cached(
    async () => {
      const url = `${issuer}/.well-known/openid-configuration`;
      const description = parse(discovery, await get(url, {}, AbortSignal.timeout(timeout)));
      if (description.issuer !== issuer) throw fault('OTHER_ISSUER');
      // A token that travels by TLS to its issuer goes on by TLS.
      const { protocol } = new URL(description.userinfo_endpoint);
      if (protocol !== new URL(issuer).protocol) throw fault('OTHER_PROTOCOL');
      return description.userinfo_endpoint;
    },
    { ttl: discoveryTtl, capacity: 1, now: Date.now },
  );
  return async (authorization, sub) => {
    const signal = AbortSignal.timeout(timeout);
    const [, token] = bearer.exec(authorization) ?? [];
    if (token === undefined) throw fault('NO_TOKEN');
    const endpoint = await describe('');
    const said = parse(claims, await get(endpoint, { authorization: `Bearer ${token}` }, signal));
    if (said.sub !== sub) throw fault('OTHER_SUBJECT');
    // Cognito sends the boolean as a text.
    return [true, 'true'].includes(said.email_verified as never) ? said.email : undefined;
  };
};

/** The JSON of an answer. Who redirects is not followed: the token is for nobody else. */
const get = async (
  url: string,
  headers: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<unknown> => {
  const response = await fetch(url, { headers, redirect: 'error', signal });
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of response.body ?? []) {
    length += chunk.length;
    if (length > longestAnswer) throw fault('TOO_LONG');
    chunks.push(chunk);
  }
  if (response.status === 401 || response.status === 403) throw new TokenRefused();
  if (response.status !== 200) throw fault(`STATUS_${response.status}`);
  try {
    return JSON.parse(Buffer.concat(chunks).toString());
  } catch {
    throw fault('NOT_JSON');
  }
};

const parse = <const Schema extends v.GenericSchema>(
  schema: Schema,
  value: unknown,
): v.InferOutput<Schema> => {
  const { success, output } = v.safeParse(schema, value);
  if (success) return output;
  throw fault('UNEXPECTED');
};

const fault = (code: string): Error => Object.assign(new Error(code), { code: `SIGN_IN_${code}` });
