/** The headers of the site's answers. */
import { securityHeaders } from '../../functions/request/headers.ts';
import { placeholder } from '../../functions/site/placeholders.ts';

/** For all answers: the security headers of all functions, and no referrer. */
const always = { ...securityHeaders, 'Referrer-Policy': 'no-referrer' };

/** For pages: also the links to the description and the reference (RFC 8631). */
const described = {
  ...always,
  Link: [
    '</openapi.json>; rel="service-desc"; type="application/json"',
    '</docs>; rel="service-doc"; type="text/html"',
    '</docs.md>; rel="service-doc"; type="text/markdown"',
  ].join(', '),
};

/** Only files and calls of the own origin, nothing inline, and no markup from strings. */
const policy = {
  'default-src': "'none'",
  'script-src': "'self'",
  'style-src': "'self'",
  'font-src': "'self'",
  'img-src': "'self'",
  'connect-src': "'self'",
  'base-uri': "'none'",
  'form-action': "'none'",
  'frame-ancestors': "'none'",
  'require-trusted-types-for': "'script'",
  'trusted-types': "'none'",
};

const pageHeaders = (directives: Readonly<Record<string, string>>) => ({
  ...described,
  'Content-Type': 'text/html; charset=utf-8',
  'Cache-Control': 'no-cache',
  'Content-Security-Policy': Object.entries(directives)
    .map((directive) => directive.join(' '))
    .join('; '),
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Permissions-Policy':
    'camera=(), clipboard-read=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()',
});

/** A redirect. By default, a browser would cache a 308 forever. */
export const redirect = (path: string) => ({
  ...described,
  Location: path,
  'Cache-Control': 'public, max-age=86400',
});

export const strictPage = pageHeaders(policy);

/** A page on which callers sign in. The function inserts the sign-in's origins when it starts. */
export const signInPage = pageHeaders({
  ...policy,
  'connect-src': `'self' ${placeholder('SIGN_IN_ORIGINS')}`,
});

const cached = (control: string) => (contentType: string) => ({
  ...always,
  'Content-Type': contentType,
  'Cache-Control': control,
});

/** A file whose name changes with its content: cached for a year. */
export const immutable = cached('public, max-age=31536000, immutable');

/** A file whose content may change: cached, and revalidated each time. */
export const revalidated = cached('no-cache');
