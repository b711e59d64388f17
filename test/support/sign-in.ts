/** Signs in to the local server's provider like a browser. */
import { createHash, randomBytes } from 'node:crypto';
import { signInScopes } from '../../lib/settings/sign-in-settings.ts';
import { dashboardPath } from '../../lib/settings/site-routes.ts';

export interface Addresses {
  readonly url: string;
  readonly signInUrl: string;
}

/** A new e-mail address. */
export const newAddress = (): string => `person-${randomBytes(6).toString('hex')}@example.com`;

export type Browser = ReturnType<typeof openBrowser>;

/** A browser without scripts and automatic redirects. */
export const openBrowser = () => {
  /** By name and path. */
  const cookies = new Map<string, { name: string; value: string; path: string }>();
  return {
    /** Fetches a URL, or posts a form. */
    open: async (address: string, form?: Readonly<Record<string, string>>): Promise<Response> => {
      const { pathname } = new URL(address);
      const sent = [...cookies.values()].filter(({ path }) => pathname.startsWith(path));
      const answer = await fetch(address, {
        redirect: 'manual',
        headers: { Cookie: sent.map(({ name, value }) => `${name}=${value}`).join('; ') },
        ...(form && { method: 'POST', body: new URLSearchParams(form) }),
      });
      for (const line of answer.headers.getSetCookie()) {
        const [, name = '', value = ''] = line.match(/^([^=]+)=([^;]*)/) ?? [];
        const [, path = '/'] = line.match(/; path=([^;]*)/i) ?? [];
        if (value === '') cookies.delete(`${name} ${path}`);
        else cookies.set(`${name} ${path}`, { name, value, path });
      }
      return answer;
    },
    /** The target of a redirect. */
    next: (answer: Response): string =>
      new URL(answer.headers.get('location') ?? '', answer.url).href,
    cookies: () => [...cookies.values()],
  };
};

/** A PKCE code verifier. */
export const verifier = (): string => randomBytes(32).toString('base64url');

export const authorizationUrl = (
  { url, signInUrl }: Addresses,
  codeVerifier: string,
  changes: Readonly<Record<string, string>> = {},
): string => {
  const parameters = {
    client_id: 'dashboard',
    response_type: 'code',
    redirect_uri: url + dashboardPath,
    scope: signInScopes.join(' '),
    state: 'some state',
    code_challenge: createHash('sha256').update(codeVerifier).digest('base64url'),
    code_challenge_method: 'S256',
    ...changes,
  };
  return `${signInUrl}/oauth2/authorize?${new URLSearchParams(parameters)}`;
};

/** Completes the provider's pages. Resolves to the redirect back to the dashboard. */
export const giveAddress = async (
  browser: Browser,
  authorization: string,
  email: string,
): Promise<string> => {
  const page = browser.next(await browser.open(authorization));
  const resume = browser.next(await browser.open(page, { email }));
  return browser.next(await browser.open(resume));
};

/** Exchanges a code for tokens. */
export const exchange = (
  { url, signInUrl }: Addresses,
  code: string,
  codeVerifier: string,
): Promise<Response> =>
  fetch(`${signInUrl}/oauth2/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      client_id: 'dashboard',
      redirect_uri: url + dashboardPath,
      code,
      code_verifier: codeVerifier,
    }),
  });

/** Signs in, with a new user if necessary. Returns an access token. */
export const signIn = async (
  addresses: Addresses,
  email: string,
  browser = openBrowser(),
): Promise<string> => {
  const codeVerifier = verifier();
  const authorization = authorizationUrl(addresses, codeVerifier);
  const back = new URL(await giveAddress(browser, authorization, email));
  const answer = await exchange(addresses, back.searchParams.get('code') ?? '', codeVerifier);
  const { access_token } = (await answer.json()) as { readonly access_token: string };
  return access_token;
};

/**
 * Returns a function that calls an account's endpoints like the dashboard.
 *
 * It takes the path after `/account`. A body that is a string is sent as it is.
 */
export const createCaller =
  ({ url }: Pick<Addresses, 'url'>, token: string) =>
  async (method: string, path = '', body?: unknown) => {
    const answer = await fetch(`${url}/account${path}`, {
      method,
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const { status, headers } = answer;
    const text = await answer.text();
    return { status, headers, json: text === '' ? undefined : JSON.parse(text) };
  };
