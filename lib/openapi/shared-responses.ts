/** The answers that operations share. */

import { maxCharactersText, tooLargeDetail } from '../../functions/http/body-size.ts';
import { failedDetail, withRequestId } from '../../functions/middleware/error-handler.ts';
import { badKeyDetail, noKeyDetail } from '../../functions/middleware/key-check.ts';
import { overQuotaDetail } from '../../functions/middleware/quota-slot.ts';
import { unavailableDetail } from '../../functions/middleware/unavailable.ts';
import type { Plan } from '../../functions/quota/window.ts';
import type { Stage } from '../settings/stages.ts';
import {
  gatewayHeaderReferences,
  headerReferences,
  quotaHeaderReferences,
  quotaHeaders,
} from './header-objects.ts';
import { schemaReference } from './schemas.ts';
import type { Example, JsonContent, Reference, Response } from './types.ts';

/** An id as API Gateway gives them, for the examples. */
const requestId = 'JKJaXmPLvHcESHA=';

/** A body of JSON. */
export const jsonContent = (
  schema: string,
  examples: Readonly<Record<string, Example>>,
): JsonContent => ({ 'application/json': { schema: schemaReference(schema), examples } });

const refusal = (summary: string, detail: string): JsonContent =>
  jsonContent('ServiceError', { refused: { summary, value: { detail } } });

const unchecked = (subject: 'key' | 'quota') => ({
  detail: withRequestId(unavailableDetail(subject), requestId),
});

/** The answers by name. Examples show the plan given. */
export const sharedResponses = ({ keys }: Stage, plan: Plan) => {
  const quota = quotaHeaderReferences(plan);
  /** A request that failed before its key was accepted has no quota to show. */
  const quotaIfAccepted = Object.fromEntries(
    Object.entries(quotaHeaders(plan)).map(([name, header]) => [
      name,
      { ...header, required: false },
    ]),
  );
  return {
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
      description: `The body has more than ${maxCharactersText} characters. The slot is used.`,
      headers: quota,
      content: refusal(`More than ${maxCharactersText} characters`, tooLargeDetail),
    },
    TooManyRequests: {
      description:
        'All slots of the window are used. Send the request again after `Retry-After` seconds. No slot is used.',
      headers: { ...headerReferences('Retry-After'), ...quota },
      content: refusal('No slot left', overQuotaDetail({ plan, resetsInSeconds: 41 })),
    },
    InternalServerError: {
      description:
        'The service failed. The slot is given back; where a fault leaves that open, it may stay used until the window ends.',
      headers: { ...headerReferences(), ...quotaIfAccepted },
      content: refusal('A fault', withRequestId(failedDetail, requestId)),
    },
    ServiceUnavailable: {
      description:
        'A service behind this one does not answer. Send the request again after `Retry-After` seconds. The slot is given back; where a fault leaves that open, it may stay used until the window ends. While the quota is not known, `X-RateLimit-Remaining` is 0.',
      headers: { ...headerReferences('Retry-After'), ...quotaIfAccepted },
      content: jsonContent('ServiceError', {
        quota_unknown: { summary: 'The quota is not known', value: unchecked('quota') },
        ...(keys.policy === 'issued' && {
          key_unknown: { summary: 'Whether the key is good is not known', value: unchecked('key') },
        }),
      }),
    },
    Gateway: {
      description:
        'API Gateway answers in place of the service. It may do so with any status of an error, those above included: when all callers together send too much (429, without `Retry-After`: wait a second), the body is larger than some 6 MB (413), or the service does not run (500, 503). No slot is used, unless the request was broken off at its work.',
      headers: gatewayHeaderReferences(),
      content: jsonContent('GatewayError', {
        flooded: {
          summary: 'Too many requests of all callers',
          value: { message: 'Too Many Requests' },
        },
      }),
    },
  } as const satisfies Record<string, Response>;
};

/** Refers to one of the shared answers. */
export const responseReference = (name: keyof ReturnType<typeof sharedResponses>): Reference => ({
  $ref: `#/components/responses/${name}`,
});
