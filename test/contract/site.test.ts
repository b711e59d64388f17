/** The site beside the API: it needs no key, takes no slot of one, and asks for nothing from elsewhere. */
import { beforeAll, describe, expect, test } from '@jest/globals';
import { localSettings } from '../../lib/local/local-settings.ts';
import { describeApi } from '../../lib/openapi/description.ts';
import { type Service, startService } from '../service.ts';
import { longWindow, newKey, slotsLeft } from './client.ts';

const args = ['--stage', 'dev'];
const description = describeApi(localSettings(args, longWindow).stage);

let service: Service;
/** A stage with accounts. */
let production: Service;
beforeAll(async () => {
  [service, production] = await Promise.all([
    startService({ env: longWindow, args }),
    startService({ args: ['--stage', 'prod'] }),
  ]);
});

const request = (method: string, path: string, headers: Record<string, string> = {}) =>
  fetch(service.url + path, { method, headers, redirect: 'manual' });

const get = (path: string, headers: Record<string, string> = {}) => request('GET', path, headers);

/** The paths of all that a page refers to. */
const assetsOf = async (page: string, { url } = service): Promise<readonly string[]> => {
  const html = await (await fetch(url + page)).text();
  return [...html.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, path]) => String(path));
};

/** The directives of a page's policy. */
const policyOf = (headers: Headers): ReadonlyMap<string, string> =>
  new Map(
    String(headers.get('content-security-policy'))
      .split('; ')
      .map((directive) => directive.split(/ (.*)/) as [string, string]),
  );

test('the root leads to the reference', async () => {
  const response = await get('/');
  expect(response.status).toBe(302);
  expect(response.headers.get('location')).toBe('/docs');
  expect(response.headers.get('strict-transport-security')).toMatch(/^max-age=\d{8}/);
});

test("the description is the stage's own", async () => {
  const response = await get('/openapi.json');
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe('application/json');
  expect(await response.json()).toEqual(description);
});

test('a page of another origin may read the description', async () => {
  const response = await get('/openapi.json', { Origin: 'https://example.com' });
  expect(response.headers.get('access-control-allow-origin')).toBe('*');
});

describe.each(['/docs', '/playground', '/dashboard', '/openapi.json'])('%s', (path) => {
  test('comes for anyone, and takes no slot of a key in the request', async () => {
    const key = newKey();
    expect((await get(path, { 'X-API-Key': key })).status).toBe(200);
    expect(await slotsLeft(service.url, key)).toBe(30);
  });

  test('shows its headers alone to a HEAD', async () => {
    const got = await request('GET', path);
    const head = await request('HEAD', path);
    expect(await head.text()).toBe('');
    expect(head.status).toBe(200);
    for (const name of ['content-length', 'content-type', 'etag', 'cache-control']) {
      expect(head.headers.get(name)).toBe(got.headers.get(name));
    }
  });

  test('is asked for again each time, and not sent again while it is the same', async () => {
    const { headers } = await get(path);
    expect(headers.get('cache-control')).toBe('no-cache');
    const again = await get(path, { 'If-None-Match': String(headers.get('etag')) });
    expect(again.status).toBe(304);
    expect(await again.text()).toBe('');
    for (const name of ['etag', 'content-type', 'cache-control', 'content-security-policy']) {
      expect(again.headers.get(name)).toBe(headers.get(name));
    }
  });

  test('is the same in every coding', async () => {
    const plain = await get(path, { 'Accept-Encoding': 'identity' });
    expect(plain.headers.get('content-encoding')).toBeNull();
    const text = await plain.text();
    for (const coding of ['br', 'gzip']) {
      const response = await get(path, { 'Accept-Encoding': coding });
      expect(response.headers.get('content-encoding')).toBe(coding);
      expect(response.headers.get('vary')).toBe('Accept-Encoding');
      expect(Number(response.headers.get('content-length'))).toBeLessThan(text.length / 1.5);
      expect(await response.text()).toBe(text);
    }
  });
});

describe.each(['/docs', '/playground', '/dashboard'])('the page %s', (path) => {
  test('allows nothing but what comes from its own origin, and nothing inline', async () => {
    const { headers } = await get(path);
    const directives = policyOf(headers);
    expect(directives.get('default-src')).toBe("'none'");
    for (const name of ['script-src', 'style-src', 'connect-src']) {
      expect(directives.get(name)).toBe("'self'");
    }
    for (const name of ['base-uri', 'form-action', 'frame-ancestors']) {
      expect(directives.get(name)).toBe("'none'");
    }
    expect([...directives.values()].join(' ')).not.toMatch(/unsafe|http|\*/);
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
      'strict-transport-security': expect.stringMatching(/^max-age=\d{8}/),
      'permissions-policy': expect.stringContaining('camera=()'),
    });
  });

  test('loads assets that are compressed and kept for good', async () => {
    const assets = await assetsOf(path);
    expect(assets.length).toBeGreaterThan(1);
    for (const asset of assets) {
      expect(asset).toMatch(/-[0-9a-f]{32}\.\w+$/);
      const response = await get(asset, { 'Accept-Encoding': 'gzip, br' });
      expect(response.status).toBe(200);
      expect(Object.fromEntries(response.headers)).toMatchObject({
        'cache-control': 'public, max-age=31536000, immutable',
        'content-encoding': 'br',
        'content-type': expect.stringMatching(/^(?:text\/(?:javascript|css)|image\/svg\+xml)/),
        'x-content-type-options': 'nosniff',
      });
    }
  });
});

describe('a stage without accounts', () => {
  test('says that any key will do', async () => {
    expect(await (await get('/dashboard')).text()).toContain('any key will do');
    expect((await get('/dashboard/sign-in.json')).status).toBe(404);
  });
});

describe('a stage with accounts', () => {
  test('says how to sign in', async () => {
    const response = await fetch(`${production.url}/dashboard/sign-in.json`);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'application/json',
      'cache-control': 'no-cache',
      'x-content-type-options': 'nosniff',
    });
    expect(await response.json()).toEqual({
      issuer: production.signInUrl,
      client_id: 'dashboard',
    });
  });

  test('lets its dashboard speak to the sign-in, and no other page', async () => {
    const allowed = async (path: string) => {
      const { headers } = await fetch(production.url + path);
      return policyOf(headers).get('connect-src');
    };
    expect(await allowed('/dashboard')).toBe(`'self' ${production.signInUrl}`);
    expect(await allowed('/playground')).toBe("'self'");
    expect(await allowed('/docs')).toBe("'self'");
  });

  test('keeps its dashboard from frames, from markup and from what is inline', async () => {
    const { headers } = await fetch(`${production.url}/dashboard`);
    expect(Object.fromEntries(policyOf(headers))).toMatchObject({
      'default-src': "'none'",
      'script-src': "'self'",
      'style-src': "'self'",
      'form-action': "'none'",
      'frame-ancestors': "'none'",
      'require-trusted-types-for': "'script'",
      'trusted-types': "'none'",
    });
    expect(headers.get('cross-origin-opener-policy')).toBe('same-origin');
    expect(headers.get('referrer-policy')).toBe('no-referrer');
  });
});

test.each([
  ['/docs', 450_000],
  ['/playground', 15_000],
  ['/dashboard', 25_000],
])('%s is light: with all that it loads, below %d bytes', async (path, limit) => {
  let size = 0;
  for (const part of new Set([path, ...(await assetsOf(path, production))])) {
    const { headers } = await fetch(production.url + part, {
      headers: { 'Accept-Encoding': 'br' },
    });
    size += Number(headers.get('content-length'));
  }
  expect(size).toBeGreaterThan(1000);
  expect(size).toBeLessThan(limit);
});

test.each(['/assets/icon.svg', '/assets/entries.json', '/assets/__proto__', '/assets/docs'])(
  '%s is not there',
  async (path) => {
    const response = await get(path);
    expect(response.status).toBe(404);
    expect(await response.json()).toEqual({ message: 'Not Found' });
  },
);
