/** The site needs no key and loads nothing from elsewhere. */
import manifest from '../../../../package.json' with { type: 'json' };
import { describeApi } from '../../../openapi/description.ts';
import { differences, surfaceOf } from '../../../openapi/surface.ts';
import type { Description } from '../../../openapi/types.ts';
import { apiEndpoints } from '../../../settings/endpoints.ts';
import { dashboardPath } from '../../../settings/sign-in.ts';
import { hasPage, navigation, pagePaths } from '../../../settings/site-routes.ts';
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

/** Fetches a file like a browser, and expects the headers of all files. */
const get = async (target: Target, path: string): Promise<Answer> => {
  const headers = { 'Accept-Encoding': 'gzip, br', Origin: 'https://example.com' };
  const answer = await ask(target, { method: 'GET', path, headers });
  expectSame(`the status of ${path}`, answer.status, 200);
  const header = (name: string) => answer.headers[name.toLowerCase()];
  expectSame('Content-Encoding', header('Content-Encoding'), 'br');
  expectMatch('Vary', header('Vary'), /\bAccept-Encoding\b/i);
  expectSame('X-Content-Type-Options', header('X-Content-Type-Options'), 'nosniff');
  expectMatch('Strict-Transport-Security', header('Strict-Transport-Security'), /^max-age=\d{8}/);
  const cached = path.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache';
  expectSame('Cache-Control', header('Cache-Control'), cached);
  return answer;
};

const description = open({
  name: "GET /openapi.json is the stage's description, for pages of any origin",
  run: async (target) => {
    const { headers, json } = await get(target, '/openapi.json');
    expectSame('Content-Type', headers['content-type'], 'application/json');
    expectSame('Access-Control-Allow-Origin', headers['access-control-allow-origin'], '*');
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
      const { headers } = await get(target, page);
      const policy = new Map(
        String(headers['content-security-policy'])
          .split('; ')
          .map((directive) => directive.split(/ (.*)/) as [string, string]),
      );
      for (const [directive, value] of Object.entries(directives)) {
        expectSame(`Content-Security-Policy, ${directive}`, policy.get(directive), value);
      }
      const speaks = policy.get('connect-src');
      expectMatch('Content-Security-Policy, connect-src', speaks, maySpeakTo(page, target));
      const whole = [...policy.values()].join(' ');
      expectThat('Content-Security-Policy', !/unsafe|\*/.test(whole), 'no unsafe-… or *', whole);
      expectSame('Content-Type', headers['content-type'], 'text/html; charset=utf-8');
      expectSame('Referrer-Policy', headers['referrer-policy'], 'no-referrer');
      const opener = headers['cross-origin-opener-policy'];
      expectSame('Cross-Origin-Opener-Policy', opener, 'same-origin');
      expectMatch('Permissions-Policy', headers['permissions-policy'], /camera=\(\)/);
      expectMatch('Link', headers.link, /<\/openapi\.json>; rel="service-desc"/);
      return undefined;
    },
  });

const complete = (page: string): Check =>
  open({
    appliesTo: (stage) => hasPage(stage, page),
    name: `the page ${page} links to every page, and loads all that it needs`,
    run: async (target) => {
      const { text } = await get(target, page);
      const links = text.split('<nav ')[1]?.split('</nav>')[0] ?? '';
      const found = [...links.matchAll(/href="([^"]*)"( aria-current="page")?/g)];
      const wanted = navigation(target.stage).map(([path]) => [path, path === page]);
      const got = found.map(([, path, current]) => [path, current !== undefined]);
      expectSame('the links, and whether each is that of the page', got, wanted);
      const [, title] = expectMatch('the title', text, /<title>([^<]+)/);
      const preview = `<meta property="og:title" content="${title}">`;
      expectThat('the link preview', text.includes(preview), preview, text);
      const assets = [...text.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)];
      expectThat('assets', assets.length > 1, 'a script and a style sheet', assets);
      for (const [, asset = ''] of assets) {
        await inCase(asset, async () => {
          expectMatch('its name', asset, /-[0-9a-f]{32}\.\w+$/);
          const { headers } = await get(target, asset);
          const type = /^(?:text\/(?:javascript|css)|image\/svg\+xml|font\/woff2)/;
          expectMatch('Content-Type', headers['content-type'], type);
        });
      }
      return `${assets.length} assets`;
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
        const call = `${method} ${endpoint}`;
        expectThat('its text', text.includes(call), call, text);
      }
      const [, url = ''] = expectMatch('its text', text, /^- Base address: (https?:\/\/\S+)$/m);
      const links = [...text.matchAll(/\]\(([^)]+)\)/g)].map(([, link]) => String(link));
      for (const link of new Set(links)) {
        if (link.startsWith(url)) await get({ ...target, url }, link.slice(url.length));
      }
      return undefined;
    },
  });

/** A file, one with settings of the deployment, and one of another type. */
const revalidated = ['/docs', '/openapi.json', '/favicon.ico'].map((path) =>
  open({
    name: `${path} has the same headers for HEAD, and is not sent again while it is the same`,
    run: async (target) => {
      const plain = await get(target, path);
      const tag = { 'If-None-Match': String(plain.headers.etag) };
      const again = await ask(target, { method: 'GET', path, headers: tag });
      expectSame('status where the ETag is known', again.status, 304);
      const head = await ask(target, { method: 'HEAD', path });
      expectSame('status of HEAD', head.status, 200);
      for (const { status, headers, text } of [again, head]) {
        expectSame(`the body of the ${status}`, text, '');
        for (const field of ['etag', 'content-type', 'cache-control', 'content-security-policy']) {
          expectSame(`${field} of the ${status}`, headers[field], plain.headers[field]);
        }
      }
      return undefined;
    },
  }),
);

export const siteChecks: readonly Check[] = [
  description,
  ...pagePaths.flatMap((page) => [guarded(page), complete(page)]),
  ...texts.map(tellsHowToCall),
  ...revalidated,
];
