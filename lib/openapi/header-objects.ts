/**
 * Response headers. All but API Gateway's own are optional in the description, since its errors lack them; the checks
 * of the contract know which ones each response of the service has.
 */
import { expiryHeader } from '../../functions/keys/policy.ts';
import { type Plan, type Quota, quotaHeaders } from '../../functions/quota/window.ts';
import { largestInteger } from '../../functions/request/fields.ts';
import { endpointHeaders } from '../../functions/request/headers.ts';
import type { HeaderObject, ReferenceObject } from './types.ts';

const integerHeader = (description: string, minimum: number, example: number): HeaderObject => ({
  description,
  schema: { type: 'integer', format: 'int32', minimum, maximum: largestInteger },
  example,
});

const textHeader = (description: string, pattern: string, example: string): HeaderObject => ({
  description,
  schema: { type: 'string', pattern, maxLength: 200 },
  example,
});

const draft =
  '[IETF draft](https://datatracker.ietf.org/doc/draft-ietf-httpapi-ratelimit-headers/)';

const expiry = textHeader(
  'Only if the key expires, e.g. after a rotation (then within a minute of it): when, in RFC 3339 in UTC.',
  '^\\d{4}(-\\d\\d){2}T\\d\\d(:\\d\\d){2}\\.\\d{3}Z$',
  '2026-11-24T09:30:00.000Z',
);

/** What examples show of a quota. */
type Left = Pick<Quota, 'remaining' | 'unknown'>;

/** On every response to an accepted key. Examples show the given plan. */
export const quotaHeaderObjects = (
  plan: Plan,
  left: Left = { remaining: plan.limit - 1 },
): Readonly<Record<string, HeaderObject>> => {
  const shown = quotaHeaders({ plan, ...left, resetsInSeconds: 41 });
  return {
    'X-RateLimit-Limit': integerHeader('Slots per window.', 1, plan.limit),
    'X-RateLimit-Remaining': integerHeader('Slots left after this request.', 0, left.remaining),
    'X-RateLimit-Reset': integerHeader(
      'Whole seconds until the window resets, like `resets_in_seconds`.',
      1,
      41,
    ),
    'RateLimit-Policy': textHeader(
      `The plan in the format of the ${draft}: \`q\` slots in windows of \`w\` seconds.`,
      '^"[^"]+";q=[1-9]\\d*;w=[1-9]\\d*$',
      shown['RateLimit-Policy'],
    ),
    ...(shown.RateLimit && {
      RateLimit: textHeader(
        `The quota in the format of the ${draft}: \`r\` slots left, \`t\` seconds until the reset. Absent while the slots left are unknown.`,
        '^"[^"]+";r=\\d+;t=[1-9]\\d*$',
        shown.RateLimit,
      ),
    }),
    [expiryHeader]: { ...expiry, schema: { ...expiry.schema, format: 'date-time' } },
  };
};

const fixedHeaders: Readonly<Record<keyof typeof endpointHeaders, HeaderObject>> = {
  'Strict-Transport-Security': textHeader(
    'Makes browsers use HTTPS only.',
    '^max-age=\\d+$',
    endpointHeaders['Strict-Transport-Security'],
  ),
  'X-Content-Type-Options': textHeader(
    'Forbids browsers to guess the content type.',
    '^nosniff$',
    endpointHeaders['X-Content-Type-Options'],
  ),
  'Cache-Control': textHeader('Forbids caching.', '^no-store$', endpointHeaders['Cache-Control']),
};

export const retryAfter: Readonly<Record<'Retry-After', HeaderObject>> = {
  'Retry-After': integerHeader('Seconds until the request can be retried.', 1, 41),
};

export const otherHeaders: Readonly<Record<string, HeaderObject>> = {
  'WWW-Authenticate': textHeader(
    'A key is required. API Gateway may rename it to `x-amzn-remapped-www-authenticate`.',
    '^APIKey$',
    'APIKey',
  ),
  ...fixedHeaders,
  'Apigw-Requestid': {
    description: "API Gateway's request id, by which the operator finds the request in the logs.",
    required: true,
    schema: { type: 'string' },
    example: 'JKJaXmPLvHcESHA=',
  },
};

const referencesTo = (names: readonly string[]): Record<string, ReferenceObject> =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));

/** References to the header that every response has, including API Gateway's own. */
export const gatewayHeaderReferences = referencesTo(['Apigw-Requestid']);

/** References to headers, including those on every response of the service. */
export const headerReferences = (...names: readonly string[]): Record<string, ReferenceObject> => ({
  ...referencesTo([...names, ...Object.keys(fixedHeaders)]),
  ...gatewayHeaderReferences,
});

/** References to the headers on every response to an accepted key. */
export const quotaHeaderReferences = (plan: Plan): Record<string, ReferenceObject> =>
  headerReferences(...Object.keys(quotaHeaderObjects(plan)));

/**
 * The headers of an error that may come from API Gateway, which sets none of the service's. They are no references:
 * generators such as openapi-typescript take a referenced header for a required one.
 */
export const sharedErrorHeaders = (
  plan: Plan,
  left?: Left,
): Record<string, HeaderObject | ReferenceObject> => ({
  ...quotaHeaderObjects(plan, left),
  ...fixedHeaders,
  ...gatewayHeaderReferences,
});
