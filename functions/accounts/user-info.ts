/**
 * Reads a caller's e-mail address, which access tokens don't contain, from the identity provider: OpenID
 * Connect Core 1.0, section 5.3, and Discovery 1.0, section 4.
 */
import * as v from 'valibot';
import { Fault, unexpectedResponse } from '../faults/fault.ts';

/** The time for the discovery and the userinfo request together, in milliseconds. */
const timeout = 3_000;

/** The header with an access token, also without its scheme (RFC 6750, section 2.1). */
const bearer = /^(?:Bearer +)?([\w.~+/-]+=*)$/i;
const address = /^[^\p{C}\p{Z}@]{1,64}@[^\p{C}\p{Z}@]{1,255}$/u;

const discovery = v.object({ issuer: v.string(), userinfo_endpoint: v.pipe(v.string(), v.url()) });

const claims = v.object({
  sub: v.string(),
  // An address of another form counts as none.
  email: v.fallback(v.optional(v.pipe(v.string(), v.regex(address))), undefined),
  email_verified: v.optional(v.unknown()),
});

const tokenRefused = 'SIGN_IN_TOKEN_REFUSED';

/** Whether the identity provider refused the token, e.g. because the user was removed. */
export const isTokenRefused = (error: unknown): boolean =>
  error instanceof Fault && error.code === tokenRefused;

/**
 * Returns a function that asks the issuer for a caller's verified address; `undefined` if there is no usable one. It
 * rejects with a {@link Fault} if the issuer refuses the token, or its response is invalid or about another user. No
 * fault contains anything of token or response.
 *
 * @param issuer - the issuer's URL.
 */
export const createAddressReader = (issuer: string) => {
  const discover = async () => {
    const url = `${issuer}/.well-known/openid-configuration`;
    const description = parse(discovery, await get(url, AbortSignal.timeout(timeout)));
    if (description.issuer !== issuer) throw fault('OTHER_ISSUER');
    // A token received over TLS must be sent over TLS.
    const { protocol } = new URL(description.userinfo_endpoint);
    if (protocol !== new URL(issuer).protocol) throw fault('OTHER_PROTOCOL');
    return description.userinfo_endpoint;
  };
  let discovered: ReturnType<typeof discover> | undefined;
  return async (authorization: string, sub: string): Promise<string | undefined> => {
    const signal = AbortSignal.timeout(timeout);
    const [, token] = bearer.exec(authorization) ?? [];
    if (token === undefined) throw fault('NO_TOKEN');
    // Concurrent calls share one discovery. If it failed, the next call starts another.
    discovered ??= discover().catch((error) => {
      discovered = undefined;
      throw error;
    });
    const endpoint = await discovered;
    const user = parse(claims, await get(endpoint, signal, token));
    if (user.sub !== sub) throw fault('OTHER_SUBJECT');
    // Cognito sends the boolean as a string.
    const verified = user.email_verified === true || user.email_verified === 'true';
    return verified ? user.email : undefined;
  };
};

/** Reads JSON. Redirects are refused, since they would leak the token. */
const get = async (url: string, signal: AbortSignal, token?: string): Promise<unknown> => {
  const headers = { ...(token && { authorization: `Bearer ${token}` }) };
  const response = await fetch(url, { headers, redirect: 'error', signal }).catch(throwUnreachable);
  if (response.status !== 200) {
    await response.body?.cancel();
    if (token && [401, 403].includes(response.status)) throw new Fault(tokenRefused);
    throw fault(`STATUS_${response.status}`);
  }
  const text = await response.text().catch(throwUnreachable);
  try {
    return JSON.parse(text);
  } catch {
    // The parser's error quotes the text.
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

const fault = (code: string, cause?: unknown) => unexpectedResponse(`SIGN_IN_${code}`, cause);

const throwUnreachable = (cause: unknown): never => {
  throw fault('UNREACHABLE', cause);
};
