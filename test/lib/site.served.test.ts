/** The pages as a client without scripts gets them. */
import { beforeAll, expect, test } from '@jest/globals';
import manifest from '../../package.json' with { type: 'json' };
import { type SharedService, sharedDemo, sharedProduction } from '../support/service.ts';

let demo: SharedService;
let production: SharedService;
beforeAll(async () => {
  demo = sharedDemo();
  production = sharedProduction();
});

test.each([
  ['/docs', ['shout', 'headers']],
  ['/guide', ['a-typed-client']],
  ['/changelog', [manifest.version, `${manifest.version}-added`, '0.1.0', '0.1.0-added']],
])('the links of %s have targets on every stage', async (path, stable) => {
  for (const { url } of [demo, production]) {
    const html = await (await fetch(url + path)).text();
    const [main = ''] = /<main.*<\/main>/s.exec(html) ?? [];
    const links = [...main.matchAll(/<a [^>]*?href="([^"]*)"/g)].map(([, link]) => String(link));
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
  const html = await (await fetch(`${demo.url}/`)).text();
  for (const part of [
    `>NOBODY HEARD ME THE FIRST TIME!!!</p>`,
    'my-key',
    `${demo.url}/v1/scream`,
  ]) {
    expect(html).toContain(part);
  }
  const [, picture] = /<meta property="og:image" content="([^"]+)">/.exec(html) ?? [];
  const response = await fetch(String(picture));
  expect(response.headers.get('content-type')).toBe('image/png');
  const png = Buffer.from(await response.arrayBuffer());
  expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([1200, 630]);
});

test('the guide begins with a key and a first call that work on its stage', async () => {
  for (const [{ url }, secret, source] of [
    [demo, '"my-key"', 'accept any non-empty key'],
    [production, 'process.env.AMPLIFY_KEY', 'Create a free key on the dashboard'],
  ] as const) {
    const html = await (await fetch(`${url}/guide`)).text();
    const [main = ''] = /<main.*<\/main>/s.exec(html) ?? [];
    const text = main.replaceAll(/<[^>]*>/g, '').replaceAll('&quot;', '"');
    expect(text).toMatch(/^[^#]*A first request #[^#]*Your key #/);
    for (const part of [source, `"X-API-Key": ${secret}`, `fetch("${url}/v1/scream"`]) {
      expect(text).toContain(part);
    }
    expect(text).not.toMatch(/\bstage\b|demo plan|localhost:3000|<!--/);
    expect(text.includes('my-key')).toBe(url === demo.url);
  }
});
