/** The site needs no key and loads nothing from elsewhere. */
import manifest from '../../../../package.json' with { type: 'json' };
import { describeApi } from '../../../openapi/description.ts';
import { differences, surfaceOf } from '../../../openapi/surface.ts';
import type { Description } from '../../../openapi/types.ts';
import { dashboardPath } from '../../../settings/sign-in.ts';
import {
  type Check,
  Difference,
  expectMatch,
  expectSame,
  expectThat,
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
  expectSame('Cache-Control', header('Cache-Control'), 'no-cache');
  return answer;
};

const description: Check = {
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
  },
};

/** The origins that the page may call: its own, and the sign-in's if there is one. */
const maySpeakTo = ({ stage }: Target): RegExp =>
  stage.keys.policy === 'issued' ? /^connect-src 'self'( https?:\S+)+$/ : /^connect-src 'self'$/;

/** Other directives of its policy. */
const directives = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
];

/** The page whose policy matters most: it shows new keys and holds access tokens. */
const page = dashboardPath;

const guarded: Check = {
  name: `the page ${page} allows nothing from elsewhere, and nothing inline`,
  run: async (target) => {
    const { headers } = await get(target, page);
    const whole = String(headers['content-security-policy']);
    const policy = whole.split('; ');
    for (const directive of directives) {
      expectThat('Content-Security-Policy', policy.includes(directive), directive, whole);
    }
    const speaks = policy.find((directive) => directive.startsWith('connect-src '));
    expectMatch('Content-Security-Policy, connect-src', speaks, maySpeakTo(target));
    expectThat('Content-Security-Policy', !/unsafe|\*/.test(whole), 'no unsafe-… or *', whole);
    expectSame('Content-Type', headers['content-type'], 'text/html; charset=utf-8');
    expectSame('Referrer-Policy', headers['referrer-policy'], 'no-referrer');
    const opener = headers['cross-origin-opener-policy'];
    expectSame('Cross-Origin-Opener-Policy', opener, 'same-origin');
    expectMatch('Permissions-Policy', headers['permissions-policy'], /camera=\(\)/);
    expectMatch('Link', headers.link, /<\/openapi\.json>; rel="service-desc"/);
  },
};

const revalidated: Check = {
  name: `${page} has the same headers for HEAD, and is not sent again while it is the same`,
  run: async (target) => {
    const plain = await get(target, page);
    const tag = { 'If-None-Match': String(plain.headers.etag) };
    const again = await ask(target, { method: 'GET', path: page, headers: tag });
    expectSame('status where the ETag is known', again.status, 304);
    const head = await ask(target, { method: 'HEAD', path: page });
    expectSame('status of HEAD', head.status, 200);
    for (const { status, headers, text } of [again, head]) {
      expectSame(`the body of the ${status}`, text, '');
      for (const field of ['etag', 'content-type', 'cache-control', 'content-security-policy']) {
        expectSame(`${field} of the ${status}`, headers[field], plain.headers[field]);
      }
    }
  },
};

export const siteChecks: readonly Check[] = [description, guarded, revalidated];
