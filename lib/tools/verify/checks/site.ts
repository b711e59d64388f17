/** The site needs no key and loads nothing from elsewhere. */
import manifest from '../../../../package.json' with { type: 'json' };
import { apiEndpoints } from '../../../infrastructure/settings/endpoints.ts';
import { dashboardPath } from '../../../infrastructure/settings/sign-in.ts';
import { hasPage, navigation, pagePaths } from '../../../infrastructure/settings/site-routes.ts';
import { describeApi } from '../../../openapi/description.ts';
import { differences, surfaceOf } from '../../../openapi/surface.ts';
import type { Description } from '../../../openapi/types.ts';
import {
  type Check,
  Difference,
  expectMatch,
  expectSame,
  expectThat,
  inCase,
  open,
  type Target,
} from '../check.ts';
import { type Answer, ask } from '../exchange.ts';

type Headers = Readonly<Record<string, string>>;

const get = async (target: Target, path: string, headers: Headers = {}): Promise<Answer> => {
  const answer = await ask(target, { method: 'GET', path, headers });
  expectSame(`the status of ${path}`, answer.status, 200);
  return answer;
};

/** Expects the security headers of all answers. */
const expectSecure = ({ headers }: Answer): void => {
  expectSame('X-Content-Type-Options', headers['x-content-type-options'], 'nosniff');
  expectMatch('Strict-Transport-Security', headers['strict-transport-security'], /^max-age=\d{8}/);
};

/** Expects the link to the API's description (RFC 8631). */
const expectDescribed = ({ headers }: Answer) =>
  expectMatch('Link', headers.link, /<\/openapi\.json>; rel="service-desc"/);

/** The paths of a page's assets. */
const assetsOf = async (target: Target, page: string): Promise<readonly string[]> => {
  const { text } = await get(target, page);
  return [...text.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, path]) => String(path));
};

const description = open({
  name: "GET /openapi.json is the stage's description, for pages of any origin",
  run: async (target) => {
    const answer = await get(target, '/openapi.json', { Origin: 'https://example.com' });
    const { headers, json } = answer;
    expectSame('Content-Type', headers['content-type'], 'application/json');
    expectSame('Access-Control-Allow-Origin', headers['access-control-allow-origin'], '*');
    expectSecure(answer);
    const got = json as Description | undefined;
    if (got?.openapi === undefined) throw new Difference('expected a description, got none');
    expectSame('version', got.info.version, manifest.version);
    const url = String(got.servers?.[0]?.url);
    const wanted = describeApi(target.stage, url);
    expectSame('servers', got.servers, wanted.servers);
    expectMatch('the address of the API', url, /^https?:\/\/[^/]+$/);
    const health = await ask({ ...target, url }, { method: 'GET', path: '/v1/health' });
    expectSame(`the status of ${url}/v1/health`, health.status, 200);
    expectSame('what differs', differences(surfaceOf(wanted), surfaceOf(got)), []);
    return undefined;
  },
});

const policyOf = ({ headers }: Answer): ReadonlyMap<string, string> =>
  new Map(
    String(headers['content-security-policy'])
      .split('; ')
      .map((directive) => directive.split(/ (.*)/) as [string, string]),
  );

/** The origins that a page may call: its own, and for the dashboard also the sign-in's. */
const maySpeakTo = (page: string, { stage }: Target): RegExp =>
  page === dashboardPath && stage.keys.policy === 'issued' ? /^'self'( https?:\S+)+$/ : /^'self'$/;

/** The directives of each page's policy. */
const directives: Readonly<Record<string, string>> = {
  'default-src': "'none'",
  'script-src': "'self'",
  'style-src': "'self'",
  'base-uri': "'none'",
  'form-action': "'none'",
  'frame-ancestors': "'none'",
  'require-trusted-types-for': "'script'",
  'trusted-types': "'none'",
};

const guarded = (page: string): Check =>
  open({
    appliesTo: (stage) => hasPage(stage, page),
    name: `the page ${page} allows nothing from elsewhere, and nothing inline`,
    run: async (target) => {
      const answer = await get(target, page);
      const policy = policyOf(answer);
      for (const [directive, value] of Object.entries(directives)) {
        expectSame(`Content-Security-Policy, ${directive}`, policy.get(directive), value);
      }
      const speaks = policy.get('connect-src');
      expectMatch('Content-Security-Policy, connect-src', speaks, maySpeakTo(page, target));
      const whole = [...policy.values()].join(' ');
      expectThat('Content-Security-Policy', !/unsafe|\*/.test(whole), 'no unsafe-… or *', whole);
      expectSecure(answer);
      const { headers } = answer;
      expectSame('Content-Type', headers['content-type'], 'text/html; charset=utf-8');
      expectSame('Referrer-Policy', headers['referrer-policy'], 'no-referrer');
      const opener = headers['cross-origin-opener-policy'];
      expectSame('Cross-Origin-Opener-Policy', opener, 'same-origin');
      expectMatch('Permissions-Policy', headers['permissions-policy'], /camera=\(\)/);
      expectDescribed(answer);
      return undefined;
    },
  });

const loads = (page: string): Check =>
  open({
    appliesTo: (stage) => hasPage(stage, page),
    name: `the page ${page} loads assets that are compressed and kept for good`,
    run: async (target) => {
      const assets = await assetsOf(target, page);
      expectThat('assets', assets.length > 1, 'a script and a style sheet', assets);
      for (const asset of assets) {
        await inCase(asset, async () => {
          expectMatch('its name', asset, /-[0-9a-f]{32}\.\w+$/);
          const answer = await get(target, asset, { 'Accept-Encoding': 'gzip, br' });
          const { headers } = answer;
          const forGood = 'public, max-age=31536000, immutable';
          expectSame('Cache-Control', headers['cache-control'], forGood);
          expectSame('Content-Encoding', headers['content-encoding'], 'br');
          const type = /^(?:text\/(?:javascript|css)|image\/svg\+xml|font\/woff2)/;
          expectMatch('Content-Type', headers['content-type'], type);
          expectSecure(answer);
        });
      }
      return `${assets.length} assets`;
    },
  });

const linked = (page: string): Check =>
  open({
    appliesTo: (stage) => hasPage(stage, page),
    name: `the page ${page} links to every page, and has a link preview`,
    run: async (target) => {
      const { text } = await get(target, page);
      expectMatch('the logo', text, /<a class="brand" href="\/">/);
      const links = text.split('<nav ')[1]?.split('</nav>')[0] ?? '';
      const found = [...links.matchAll(/href="([^"]*)"( aria-current="page")?/g)];
      const wanted = navigation(target.stage).map(([path]) => [path, path === page]);
      const got = found.map(([, path, current]) => [path, current !== undefined]);
      expectSame('the links, and whether each is that of the page', got, wanted);
      for (const [, path = ''] of found) await get(target, path);
      const [, description] = expectMatch(
        'the description',
        text,
        /<meta name="description" content="([^"]+)">/,
      );
      for (const [property, value] of [
        ['og:type', 'website'],
        ['og:title', /<title>([^<]+)/.exec(text)?.[1]],
        ['og:description', description],
      ]) {
        const tag = `<meta property="${property}" content="${value}">`;
        expectThat(`${property}`, text.includes(tag), tag, text);
      }
      return undefined;
    },
  });

/** The texts for programs that read no markup, and their types. */
const texts = [
  ['/docs.md', 'text/markdown'],
  ['/llms.txt', 'text/plain'],
] as const;

const tellsHowToCall = ([path, type]: (typeof texts)[number]): Check =>
  open({
    name: `${path} says how to call every endpoint, and leads to what it links`,
    run: async (target) => {
      const { headers, text } = await get(target, path);
      expectSame('Content-Type', headers['content-type'], `${type}; charset=utf-8`);
      for (const { method, path: endpoint } of apiEndpoints) {
        expectThat(
          'its text',
          text.includes(`${method} ${endpoint}`),
          `${method} ${endpoint}`,
          text,
        );
      }
      const [, url = ''] = /^- Base address: (https?:\/\/\S+)$/m.exec(text) ?? [];
      expectMatch('the base address', url, /./);
      const links = [...text.matchAll(/\]\(([^)]+)\)/g)].map(([, link]) => String(link));
      for (const link of new Set(links)) {
        if (link.startsWith(url)) await get({ ...target, url }, link.slice(url.length));
      }
      return undefined;
    },
  });

const revalidated = (path: string): Check =>
  open({
    appliesTo: (stage) => hasPage(stage, path),
    name: `${path} has the same headers for HEAD, and is not sent again while it is the same`,
    run: async (target) => {
      const plain = await get(target, path);
      expectSame('Cache-Control', plain.headers['cache-control'], 'no-cache');
      const again = await ask(target, {
        method: 'GET',
        path,
        headers: { 'If-None-Match': String(plain.headers.etag) },
      });
      expectSame('status where the ETag is known', again.status, 304);
      const head = await ask(target, { method: 'HEAD', path });
      expectSame('status of HEAD', head.status, 200);
      for (const [name, other] of [
        ['a 304', again],
        ['a HEAD', head],
      ] as const) {
        expectSame(`the body of ${name}`, other.text, '');
        for (const field of ['etag', 'content-type', 'cache-control', 'content-security-policy']) {
          expectSame(`${field} of ${name}`, other.headers[field], plain.headers[field]);
        }
      }
      return undefined;
    },
  });

const compressed = open({
  name: 'GET /openapi.json is compressed for clients that accept it, and has the same text',
  run: async (target) => {
    const path = '/openapi.json';
    const plain = await get(target, path, { 'Accept-Encoding': 'identity' });
    const { headers, text } = await get(target, path, { 'Accept-Encoding': 'gzip' });
    expectSame('Content-Encoding', headers['content-encoding'], 'gzip');
    expectMatch('Vary', headers.vary, /\bAccept-Encoding\b/i);
    expectThat('the body in gzip', text === plain.text, 'that without coding', text);
    return undefined;
  },
});

export const siteChecks: readonly Check[] = [
  description,
  compressed,
  ...pagePaths.flatMap((page) => [guarded(page), loads(page), linked(page)]),
  ...texts.map(tellsHowToCall),
  ...[...pagePaths, '/openapi.json', ...texts.map(([path]) => path), '/favicon.ico'].map(
    revalidated,
  ),
];
