/** The site, beyond what `checks.test.ts` looks at. */
import { beforeAll, expect, test } from '@jest/globals';
import { navigation, pagePaths } from '../../lib/settings/site-routes.ts';
import { stageNamed } from '../../lib/settings/stages.ts';
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

test('the dashboard may speak to the sign-in, and no other page', async () => {
  const allowed = async (path: string) => {
    const { headers } = await fetch(production.url + path);
    return policyOf(headers).get('connect-src');
  };
  expect(await allowed('/dashboard')).toBe(`'self' ${production.signInUrl}`);
  expect(await allowed('/playground')).toBe("'self'");
  expect(await allowed('/docs')).toBe("'self'");
});

test('every page has the same policy but for its connections, and links to every page', async () => {
  const policies = new Set<string>();
  for (const path of pagePaths) {
    const page = await fetch(production.url + path);
    const policy = [...policyOf(page.headers)].filter(([name]) => name !== 'connect-src');
    policies.add(JSON.stringify(policy));
    const [links = ''] = /<nav .*?<\/nav>/s.exec(await page.text()) ?? [];
    const found = [...links.matchAll(/href="([^"]*)"( aria-current="page")?/g)];
    expect(found.map(([, to, current]) => [to, current !== undefined])).toEqual(
      navigation(stageNamed('prod')).map(([to]) => [to, to === path]),
    );
  }
  expect(policies.size).toBe(1);
});

test.each([
  ['/docs.md', 'text/markdown'],
  ['/llms.txt', 'text/plain'],
])('%s is %s', async (path, type) => {
  const { headers } = await fetch(service.url + path);
  expect(headers.get('content-type')).toBe(`${type}; charset=utf-8`);
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
      if (part !== path) {
        expect(part).toMatch(/-[0-9a-f]{32}\.\w+$/);
        expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
      }
      size += Number(headers.get('content-length'));
    }
    expect(size).toBeGreaterThan(1000);
    expect(size).toBeLessThanOrEqual(24 * 1024);
  },
);

test.each([
  ['/dashboard', 'oauth4webapi', 'Filip Skokan'],
  ['/playground', 'valibot', 'Fabian Hiller'],
])('the script of %s names the licence of %s', async (page, name, owner) => {
  const [path = ''] = (await assetsOf(page)).filter((asset) => asset.endsWith('.js'));
  const script = await (await fetch(production.url + path)).text();
  const [, notices = ''] = /^\/\* Licences: (\S+) \*\//.exec(script) ?? [];
  const text = await (await fetch(production.url + notices)).text();
  expect(text).toMatch(new RegExp(`^${name}$[^]*${owner}`, 'm'));
});
