/** Response headers. */
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

/** On every response to an accepted key. Examples show the given plan. */
export const quotaHeaders = ({
  name,
  limit,
  windowSeconds,
}: Plan): Readonly<Record<RateLimitHeader | 'Cache-Control', Header>> => ({
  'X-RateLimit-Limit': {
    description: 'Slots per window.',
    required: true,
    schema: integer(1),
    example: limit,
  },
  'X-RateLimit-Remaining': {
    description: 'Slots left after this request.',
    required: true,
    schema: integer(0),
    example: limit - 1,
  },
  'X-RateLimit-Reset': {
    description: 'Whole seconds until the window resets, like `resets_in_seconds`.',
    required: true,
    schema: integer(1),
    example: 41,
  },
  'RateLimit-Policy': {
    description: `The plan in the format of the ${draft}: \`q\` slots in windows of \`w\` seconds.`,
    required: true,
    schema: text('^"[^"]+";q=[1-9]\\d*;w=[1-9]\\d*$'),
    example: `"${name}";q=${limit};w=${windowSeconds}`,
  },
  RateLimit: {
    description: `The quota in the format of the ${draft}: \`r\` slots left, \`t\` seconds until the reset.`,
    required: true,
    schema: text('^"[^"]+";r=\\d+;t=[1-9]\\d*$'),
    example: `"${name}";r=${limit - 1};t=41`,
  },
  'Cache-Control': {
    description: 'Forbids caching, since the quota changes.',
    required: true,
    schema: text('^no-store$'),
    example: 'no-store',
  },
});

/** On every response of the service. */
const securityHeaderObjects: Readonly<Record<keyof typeof securityHeaders, Header>> = {
  'Strict-Transport-Security': {
    description: 'Makes browsers use HTTPS only.',
    required: true,
    schema: text('^max-age=\\d+$'),
    example: securityHeaders['Strict-Transport-Security'],
  },
  'X-Content-Type-Options': {
    description: 'Forbids browsers to guess the content type.',
    required: true,
    schema: text('^nosniff$'),
    example: securityHeaders['X-Content-Type-Options'],
  },
};

export const otherHeaders: Readonly<Record<string, Header>> = {
  'Retry-After': {
    description: 'Seconds until the request can be retried.',
    required: false,
    schema: integer(1),
    example: 41,
  },
  'WWW-Authenticate': {
    description: 'A key is required.',
    required: true,
    schema: text('^APIKey$'),
    example: 'APIKey',
  },
  ...securityHeaderObjects,
  'Apigw-Requestid': {
    description: "API Gateway's request id, by which the operator finds the request in the logs.",
    required: true,
    schema: { type: 'string' },
    example: 'JKJaXmPLvHcESHA=',
  },
};

/** References to the header that every response has, including API Gateway's own. */
export const gatewayHeaderReferences = (): Record<string, Reference> =>
  referencesTo(['Apigw-Requestid']);

/** References to headers, including those on every response of the service. */
export const headerReferences = (...names: readonly string[]): Record<string, Reference> => ({
  ...referencesTo([...names, ...Object.keys(securityHeaders)]),
  ...gatewayHeaderReferences(),
});

/**
 * The headers of an error that may come from API Gateway, which sets none of the service's, so they are optional.
 *
 * @param names Optional headers of this error.
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

/** References to the headers on every response to an accepted key. */
export const quotaHeaderReferences = (plan: Plan): Record<string, Reference> =>
  headerReferences(...Object.keys(quotaHeaders(plan)));
