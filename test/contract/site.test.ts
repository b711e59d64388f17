/** The site, beyond what `checks.test.ts` looks at. */
import { expect, test } from '@jest/globals';
import { navigation, pagePaths } from '../../lib/settings/site-routes.ts';
import { stageNamed } from '../../lib/settings/stages.ts';
import manifest from '../../package.json' with { type: 'json' };
import { sharedDemo, sharedProduction } from '../support/service.ts';

const service = sharedDemo();
/** A stage with accounts. */
const production = sharedProduction();

/** The paths of what a page loads. */
const assetsIn = (page: string): readonly string[] =>
  [...page.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, path]) => String(path));

test('every page links to every page', async () => {
  for (const path of pagePaths) {
    const [links = ''] = /<nav .*?<\/nav>/s.exec((await get(path)).text) ?? [];
    const navigationLinks = [...links.matchAll(/href="([^"]*)"( aria-current="page")?/g)];
    expect(navigationLinks.map(([, to, current]) => [to, current !== undefined])).toEqual(
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
const mostLater = 58 * 1024;

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

const readMain = (html: string): string => /<main.*<\/main>/s.exec(html)?.[0] ?? '';

test.each([
  ['/docs', ['shout', 'headers']],
  ['/guide', ['a-typed-client']],
  ['/changelog', [manifest.version, `${manifest.version}-added`, '0.1.0', '0.1.0-added']],
])('the links of %s have targets on every stage', async (path, stable) => {
  for (const { url } of [service, production]) {
    const html = await (await fetch(url + path)).text();
    const links = [...readMain(html).matchAll(/<a [^>]*?href="([^"]*)"/g)].map(([, link]) =>
      String(link),
    );
    expect(links).toEqual(expect.arrayContaining(stable.map((id) => `#${id}`)));
    for (const link of new Set(links)) {
      if (link.startsWith('#')) {
        expect(html.split(`id="${link.slice(1)}"`)).toHaveLength(2);
      } else if (link.startsWith('/')) {
        expect([link, (await fetch(url + link)).status]).toEqual([link, 200]);
      } else {
        expect(link).toMatch(/^https:/);
      }
    }
  }
});

test('without a script, a page shows the example with its request and result, and has a link preview', async () => {
  const html = await (await fetch(`${service.url}/`)).text();
  expect(html).toContain('>NOBODY HEARD ME THE FIRST TIME!!!</p>');
  expect(html).toContain(`${service.url}/v1/scream`);
  const [, picture] = /<meta property="og:image" content="([^"]+)">/.exec(html) ?? [];
  const response = await fetch(String(picture));
  expect(response.headers.get('content-type')).toBe('image/png');
  const png = Buffer.from(await response.arrayBuffer());
  expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([1200, 630]);
});

test('the guide begins with a key and a first call that work on its stage', async () => {
  for (const [{ url }, secret, source] of [
    [service, '"my-key"', 'accept any non-empty key'],
    [production, 'process.env.AMPLIFY_KEY', 'Create a free key on the dashboard'],
  ] as const) {
    const html = await (await fetch(`${url}/guide`)).text();
    const text = readMain(html)
      .replaceAll(/<[^>]*>/g, '')
      .replaceAll('&quot;', '"');
    expect(text).toMatch(/^[^#]*A first request\s#[^#]*Your key\s#/);
    for (const part of [source, `"X-API-Key": ${secret}`, `fetch("${url}/v1/scream"`]) {
      expect(text).toContain(part);
    }
    expect(text).not.toMatch(/\bstage\b|demo plan|localhost:3000|<!--/);
    expect(text.includes('my-key')).toBe(url === service.url);
  }
});
