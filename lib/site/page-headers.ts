/** The headers of the site's answers. */
import { securityHeaders } from '../../functions/http/security-headers.ts';

/** On every answer: those of all functions, and no telling where a visitor came from. */
const always = { ...securityHeaders, 'Referrer-Policy': 'no-referrer' };

/** Where programs find the description, and people the reference (RFC 8631). */
const described = {
  Link: [
    '</openapi.json>; rel="service-desc"; type="application/json"',
    '</docs>; rel="service-doc"; type="text/html"',
    '</docs.md>; rel="service-doc"; type="text/markdown"',
  ].join(', '),
};

/** What is allowed to a page: files and calls of its own origin, nothing inline, and no markup made of a string. */
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
  ...always,
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

/** The way from a path with a slash at its end to the one without. A browser would keep a 308 for good, unless told. */
export const withoutSlash = (path: string) => ({
  ...always,
  ...described,
  Location: path,
  'Cache-Control': 'public, max-age=86400',
});

/** A page. */
export const strictPage = pageHeaders(policy);

/** A page on which callers sign in. The function puts the sign-in's origins in when it starts. */
export const signInPage = pageHeaders({
  ...policy,
  'connect-src': "'self' {SIGN_IN_ORIGINS}",
});

/** A file whose name changes with its content: kept for a year, and not asked for again. */
export const immutable = (contentType: string) => ({
  ...always,
  'Content-Type': contentType,
  'Cache-Control': 'public, max-age=31536000, immutable',
});

/** A file whose content changes under its name: kept, and asked for each time whether it still holds. */
export const revalidated = (contentType: string) => ({
  ...always,
  'Content-Type': contentType,
  'Cache-Control': 'no-cache',
});
