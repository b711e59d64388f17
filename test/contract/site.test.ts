/** The site, beyond what `checks.test.ts` looks at. */
import { brotliDecompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { toEvent } from '../../lib/local/event.ts';
import { runSite } from '../../lib/local/local-site.ts';
import { type Outcome, toResponse } from '../../lib/local/response.ts';
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

test('every page links to every page', async () => {
  for (const path of pagePaths) {
    const page = await fetch(production.url + path);
    const [links = ''] = /<nav .*?<\/nav>/s.exec(await page.text()) ?? [];
    const found = [...links.matchAll(/href="([^"]*)"( aria-current="page")?/g)];
    expect(found.map(([, to, current]) => [to, current !== undefined])).toEqual(
      navigation(stageNamed('prod')).map(([to]) => [to, to === path]),
    );
  }
});

test.each([
  ['/docs.md', 'text/markdown'],
  ['/llms.txt', 'text/plain'],
])('%s is %s', async (path, type) => {
  const { headers } = await fetch(service.url + path);
  expect(headers.get('content-type')).toBe(`${type}; charset=utf-8`);
});

/** What a page may weigh, in bytes, with all that it loads besides fonts. */
const mostBytes = (path: string): number => (path === '/' ? 22 : 26) * 1024;

/** What a page may load on demand, in bytes. */
const mostLater = 45 * 1024;

describe('on prod, each page is light', () => {
  const address = 'https://0a1b2c3d4e.execute-api.us-east-1.amazonaws.com';
  const site = runSite(stageNamed('prod'), {
    BASE_URL: address,
    SIGN_IN_ISSUER: 'https://cognito-idp.us-east-1.amazonaws.com/us-east-1_0aB1cD2eF',
    SIGN_IN_CLIENT_ID: '0a1b2c3d4e5f6g7h8i9j0k1l2m',
    SIGN_IN_ORIGINS: 'https://cognito-idp.us-east-1.amazonaws.com',
  });
  afterAll(site.close);
  const [, invoke] = site.routes[0] ?? [];

  /** The response to a browser, with its compressed body. */
  const get = async (path: string) => {
    const request = { method: 'GET', path, query: '', body: Buffer.from('') };
    const headers = { 'accept-encoding': 'br' };
    const event = toEvent({ ...request, headers, routeKey: `GET ${path}`, requestId: 'id' });
    return toResponse((await invoke?.(event)) as Outcome);
  };

  test.each(pagePaths)('%s', async (path) => {
    const page = await get(path);
    const markup = brotliDecompressSync(page.body).toString();
    const sizes = new Map<string, number>([[path, page.body.length]]);
    for (const [, asset = ''] of markup.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)) {
      const { headers, body } = await get(asset);
      expect(asset).toMatch(/-[0-9a-f]{32}\.\w+$/);
      expect(headers['cache-control']).toBe('public, max-age=31536000, immutable');
      if (!asset.endsWith('.woff2')) sizes.set(asset, body.length);
    }
    const size = [...sizes.values()].reduce((sum, bytes) => sum + bytes, 0);
    expect(sizes.size).toBeGreaterThan(1);
    if (size <= mostBytes(path)) return;
    throw new Error(
      `${path} weighs ${size} bytes, and may weigh ${mostBytes(path)}. Load less, or load it later; raise mostBytes only for what visitors would miss: ${JSON.stringify([...sizes])}`,
    );
  });

  test('also what / loads when Emphasize is chosen', async () => {
    const markup = brotliDecompressSync((await get('/')).body).toString();
    const [, model = ''] = /data-emphasis="([^"]+)"/.exec(markup) ?? [];
    const { status, body } = await get(model);
    expect(status).toBe(200);
    expect(body.length).toBeLessThanOrEqual(mostLater);
  });
});

test.each([
  ['/dashboard', 'oauth4webapi', 'Filip Skokan'],
  ['/', 'valibot', 'Fabian Hiller'],
])('the script of %s names the licence of %s', async (page, name, owner) => {
  const [path = ''] = (await assetsOf(page)).filter((asset) => asset.endsWith('.js'));
  const script = await (await fetch(production.url + path)).text();
  const [, notices = ''] = /^\/\* Licences: (\S+) \*\//.exec(script) ?? [];
  const text = await (await fetch(production.url + notices)).text();
  expect(text).toMatch(new RegExp(`^${name}$[^]*${owner}`, 'm'));
});
