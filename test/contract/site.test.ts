/** The site, beyond what `checks.test.ts` looks at. */
import { beforeAll, describe, expect, test } from '@jest/globals';
import { pagePaths } from '../../lib/settings/site-routes.ts';
import { type SharedService, sharedDemo, sharedProduction } from '../support/service.ts';

let service: SharedService;
/** A stage with accounts. */
let production: SharedService;
beforeAll(async () => {
  [service, production] = await Promise.all([sharedDemo(), sharedProduction()]);
});

const assetsOf = async (page: string): Promise<readonly string[]> => {
  const html = await (await fetch(production.url + page)).text();
  return [...html.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, path]) => String(path));
};

const policyOf = (headers: Headers): ReadonlyMap<string, string> =>
  new Map(
    String(headers.get('content-security-policy'))
      .split('; ')
      .map((directive) => directive.split(/ (.*)/) as [string, string]),
  );

test('a HEAD shows the length', async () => {
  const head = await fetch(`${service.url}/docs`, { method: 'HEAD' });
  const got = await fetch(`${service.url}/docs`);
  expect(head.headers.get('content-length')).toBe(got.headers.get('content-length'));
});

describe('a stage without accounts', () => {
  test('says that any key works', async () => {
    const page = await fetch(`${service.url}/dashboard`);
    expect(await page.text()).toContain('any key works');
  });
});

describe('a stage with accounts', () => {
  test('says where to sign in', async () => {
    const page = await (await fetch(`${production.url}/dashboard`)).text();
    expect(page).toContain(`data-issuer="${production.signInUrl}" data-client-id="dashboard"`);
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
});

test.each(pagePaths)(
  '%s is light: with all that it loads besides a font, 24 KB at most',
  async (path) => {
    const parts = await assetsOf(path);
    let size = 0;
    for (const part of new Set([path, ...parts.filter((part) => !part.endsWith('.woff2'))])) {
      const { headers } = await fetch(production.url + part, {
        headers: { 'Accept-Encoding': 'br' },
      });
      size += Number(headers.get('content-length'));
    }
    expect(size).toBeGreaterThan(1000);
    expect(size).toBeLessThanOrEqual(24 * 1024);
  },
);
