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

/** The paths of what a page loads. */
const assetsIn = (page: string): readonly string[] =>
  [...page.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, path]) => String(path));

test('every page links to every page', async () => {
  for (const path of pagePaths) {
    const [links = ''] = /<nav .*?<\/nav>/s.exec((await get(path)).text) ?? [];
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

/** A file of prod as a browser gets it, with its size on the way. */
const get = async (path: string) => {
  const response = await fetch(production.url + path, { headers: { 'Accept-Encoding': 'br' } });
  const { status, headers } = response;
  expect([status, headers.get('content-encoding')]).toEqual([200, 'br']);
  return { headers, size: Number(headers.get('content-length')), text: await response.text() };
};

/** What a page may weigh, in bytes, with all that it loads besides fonts. */
const mostBytes = (path: string): number => (path === '/' ? 22 : 26) * 1024;

/** What a page may load on demand, in bytes. */
const mostLater = 45 * 1024;

test.each(pagePaths)('%s is light', async (path) => {
  const page = await get(path);
  const sizes = new Map<string, number>([[path, page.size]]);
  for (const asset of assetsIn(page.text)) {
    const { headers, size } = await get(asset);
    expect(asset).toMatch(/-[0-9a-f]{32}\.\w+$/);
    expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    if (!asset.endsWith('.woff2')) sizes.set(asset, size);
  }
  const size = [...sizes.values()].reduce((sum, bytes) => sum + bytes, 0);
  expect(sizes.size).toBeGreaterThan(1);
  if (size <= mostBytes(path)) return;
  throw new Error(
    `${path} weighs ${size} bytes, and may weigh ${mostBytes(path)}. Load less, or load it later; raise mostBytes only for what visitors would miss: ${JSON.stringify([...sizes])}`,
  );
});

test('what / loads when Emphasize is chosen is light', async () => {
  const [, model = ''] = /data-emphasis="([^"]+)"/.exec((await get('/')).text) ?? [];
  const { size } = await get(model);
  expect(size).toBeGreaterThan(0);
  expect(size).toBeLessThanOrEqual(mostLater);
});

test.each([
  ['/dashboard', 'oauth4webapi', 'Filip Skokan'],
  ['/', 'valibot', 'Fabian Hiller'],
])('the script of %s names the licence of %s', async (page, name, owner) => {
  const path = assetsIn((await get(page)).text).find((asset) => asset.endsWith('.js'));
  const [, notices = ''] = /^\/\* Licences: (\S+) \*\//.exec((await get(String(path))).text) ?? [];
  const { text } = await get(notices);
  expect(text).toMatch(new RegExp(`^${name}$[^]*${owner}`, 'm'));
});
