/** The answers that operations share. */

import { maxCharactersText, tooLargeDetail } from '../../functions/http/body-size.ts';
import { failedDetail, withRequestId } from '../../functions/middleware/error-handler.ts';
import { badKeyDetail, noKeyDetail } from '../../functions/middleware/key-check.ts';
import { overQuotaDetail } from '../../functions/middleware/quota-slot.ts';
import { unavailableDetail } from '../../functions/middleware/unavailable.ts';
import type { Plan } from '../../functions/quota/window.ts';
import type { Stage } from '../settings/stages.ts';
import { gatewayHeaderReferences, headerReferences, optionalHeaders } from './header-objects.ts';
import { schemaReference } from './schemas.ts';
import type { AnyOf, Example, JsonContent, Reference, Response } from './types.ts';

/** An id as API Gateway gives them, for the examples. */
const requestId = 'JKJaXmPLvHcESHA=';

/** A body of JSON. */
export const jsonContent = (
  schema: string,
  examples: Readonly<Record<string, Example>>,
): JsonContent => ({ 'application/json': { schema: schemaReference(schema), examples } });

const unchecked = (subject: 'key' | 'quota'): string =>
  withRequestId(unavailableDetail(subject), requestId);

/** The body of an error that the service answers, or API Gateway in its place. */
const errorContent = (
  examples: Readonly<Record<string, readonly [summary: string, detail: string]>>,
): JsonContent<AnyOf> => ({
  'application/json': {
    schema: { anyOf: [schemaReference('ServiceError'), schemaReference('GatewayError')] },
    examples: Object.fromEntries(
      Object.entries(examples).map(([name, [summary, detail]]) => [
        name,
        { summary, value: { detail } },
      ]),
    ),
  },
});

/** The answers by name. Examples show the plan given. */
export const sharedResponses = ({ keys }: Stage, plan: Plan) =>
  ({
    Unauthorized: {
      description:
        'No key, or one that is not accepted. Unknown, revoked and expired keys get the same answer. No slot is used.',
      headers: headerReferences('WWW-Authenticate'),
      content: jsonContent('ServiceError', {
        bad_key: { summary: 'A key that is not accepted', value: { detail: badKeyDetail } },
        no_key: { summary: 'No key', value: { detail: noKeyDetail } },
      }),
    },
    ContentTooLarge: {
      description: `The body has more than ${maxCharactersText} characters. The slot is used. Above some 6 MB, API Gateway answers by itself, and no slot is used.`,
      headers: optionalHeaders(plan),
      content: errorContent({
        refused: [`More than ${maxCharactersText} characters`, tooLargeDetail],
      }),
    },
    TooManyRequests: {
      description:
        'All slots of the window are used. Send the request again after `Retry-After` seconds. No slot is used. When all callers together send too much, API Gateway answers by itself, without `Retry-After`: wait a second.',
      headers: optionalHeaders(plan, 'Retry-After'),
      content: errorContent({
        refused: ['No slot left', overQuotaDetail({ plan, resetsInSeconds: 41 })],
      }),
    },
    InternalServerError: {
      description:
        'The service failed. The slot is given back; where a fault leaves that open, it may stay used until the window ends.',
      headers: optionalHeaders(plan),
      content: errorContent({ refused: ['A fault', withRequestId(failedDetail, requestId)] }),
    },
    ServiceUnavailable: {
      description:
        'A service behind this one does not answer. Send the request again after `Retry-After` seconds. The slot is given back; where a fault leaves that open, it may stay used until the window ends. While the quota is not known, `X-RateLimit-Remaining` is 0.',
      headers: optionalHeaders(plan, 'Retry-After'),
      content: errorContent({
        quota_unknown: ['The quota is not known', unchecked('quota')],
        ...(keys.policy === 'issued' && {
          key_unknown: ['Whether the key is good is not known', unchecked('key')],
        }),
      }),
    },
    Gateway: {
      description:
        'API Gateway answers in place of the service. It may do so with any status of an error, those above included: when all callers together send too much (429, without `Retry-After`: wait a second), the body is larger than some 6 MB (413), or the service does not run (500, 503). No slot is used, unless the request was already being processed.',
      headers: gatewayHeaderReferences(),
      content: jsonContent('GatewayError', {
        flooded: {
          summary: 'Too many requests of all callers',
          value: { message: 'Too Many Requests' },
        },
      }),
    },
  }) as const satisfies Record<string, Response>;

/** Refers to one of the shared answers. */
export const responseReference = (name: keyof ReturnType<typeof sharedResponses>): Reference => ({
  $ref: `#/components/responses/${name}`,
});
