/** The headers of answers. */
import { largestInteger } from '../../functions/http/response-fields.ts';
import { securityHeaders } from '../../functions/http/security-headers.ts';
import type { RateLimitHeader } from '../../functions/quota/rate-limit-headers.ts';
import type { Plan } from '../../functions/quota/window.ts';
import type { Header, Reference } from './types.ts';

const integer = (minimum: number) =>
  ({ type: 'integer', format: 'int32', minimum, maximum: largestInteger }) as const;
const text = (pattern: string) => ({ type: 'string', pattern, maxLength: 200 }) as const;

const draft =
  '[IETF draft](https://datatracker.ietf.org/doc/draft-ietf-httpapi-ratelimit-headers/)';

/** The quota of the key, on every answer to an accepted key. Examples show the plan given. */
export const quotaHeaders = ({
  name,
  limit,
  windowSeconds,
}: Plan): Readonly<Record<RateLimitHeader | 'Cache-Control', Header>> => ({
  'X-RateLimit-Limit': {
    description: "The window's slots.",
    required: true,
    schema: integer(1),
    example: limit,
  },
  'X-RateLimit-Remaining': {
    description: 'The slots left, after this request.',
    required: true,
    schema: integer(0),
    example: limit - 1,
  },
  'X-RateLimit-Reset': {
    description: 'Whole seconds until the window resets, as `resets_in_seconds` has them.',
    required: true,
    schema: integer(1),
    example: 41,
  },
  'RateLimit-Policy': {
    description: `The plan in the form of the ${draft}: \`q\` slots in windows of \`w\` seconds.`,
    required: true,
    schema: text('^"[^"]+";q=[1-9]\\d*;w=[1-9]\\d*$'),
    example: `"${name}";q=${limit};w=${windowSeconds}`,
  },
  RateLimit: {
    description: `The quota in the form of the ${draft}: \`r\` slots left, \`t\` seconds until the reset.`,
    required: true,
    schema: text('^"[^"]+";r=\\d+;t=[1-9]\\d*$'),
    example: `"${name}";r=${limit - 1};t=41`,
  },
  'Cache-Control': {
    description: 'No cache may keep the answer: the quota in it is of this moment.',
    required: true,
    schema: text('^no-store$'),
    example: 'no-store',
  },
});

/** What every answer of the service tells a browser. */
const securityHeaderObjects: Readonly<Record<keyof typeof securityHeaders, Header>> = {
  'Strict-Transport-Security': {
    description: 'Tells a browser to use HTTPS only.',
    required: true,
    schema: text('^max-age=\\d+$'),
    example: securityHeaders['Strict-Transport-Security'],
  },
  'X-Content-Type-Options': {
    description: 'Tells a browser not to guess the type of the body.',
    required: true,
    schema: text('^nosniff$'),
    example: securityHeaders['X-Content-Type-Options'],
  },
};

/** The other headers. */
export const otherHeaders: Readonly<Record<string, Header>> = {
  'Retry-After': {
    description: 'Seconds until the request can be sent again.',
    required: false,
    schema: integer(1),
    example: 41,
  },
  'WWW-Authenticate': {
    description: 'Says that a key is required.',
    required: true,
    schema: text('^APIKey$'),
    example: 'APIKey',
  },
  ...securityHeaderObjects,
  'Apigw-Requestid': {
    description: "API Gateway's name for the request: the operator can find it in the logs by it.",
    required: true,
    schema: { type: 'string' },
    example: 'JKJaXmPLvHcESHA=',
  },
};

/** Refers to the header that every answer has, also those that API Gateway gives by itself. */
export const gatewayHeaderReferences = (): Record<string, Reference> =>
  referencesTo(['Apigw-Requestid']);

/** Refers to headers, and to those that every answer of the service has. */
export const headerReferences = (...names: readonly string[]): Record<string, Reference> => ({
  ...referencesTo([...names, ...Object.keys(securityHeaders)]),
  ...gatewayHeaderReferences(),
});

/**
 * The headers of an error that API Gateway may answer by itself. It sets none of the service's, so none of
 * them is required.
 *
 * @param names The headers that only some errors have, and none requires.
 */
export const optionalHeaders = (
  plan: Plan,
  ...names: readonly string[]
): Record<string, Header | Reference> => ({
  ...referencesTo(names),
  ...Object.fromEntries(
    Object.entries({ ...quotaHeaders(plan), ...securityHeaderObjects }).map(([name, header]) => [
      name,
      { ...header, required: false },
    ]),
  ),
  ...gatewayHeaderReferences(),
});

const referencesTo = (names: readonly string[]): Record<string, Reference> =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));

/** Refers to the quota headers, which every answer to an accepted key has. */
export const quotaHeaderReferences = (plan: Plan): Record<string, Reference> =>
  headerReferences(...Object.keys(quotaHeaders(plan)));
