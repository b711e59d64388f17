import type { Plan } from '../../functions/quota/window.ts';
import {
  overQuotaDetail,
  throttledDetail,
  unauthorizedDetails,
} from '../../functions/request/access.ts';
import { tooLargeDetail } from '../../functions/request/body.ts';
import { failedDetail, unavailableError, withRequestId } from '../../functions/request/errors.ts';
import { maxCharacters, maxSizeText } from '../../functions/request/fields.ts';
import type { Stage } from '../settings/stages.ts';
import {
  gatewayHeaderReferences,
  headerReferences,
  retryAfter,
  sharedErrorHeaders,
} from './header-objects.ts';
import {
  type ExampleObject,
  type JsonContent,
  mapValues,
  type ReferenceObject,
  type ResponseObject,
  schemaReference,
} from './types.ts';

const requestId = 'JKJaXmPLvHcESHA=';

export const jsonContent = (
  schema: string,
  examples: Readonly<Record<string, ExampleObject>>,
): JsonContent => ({ 'application/json': { schema: schemaReference(schema), examples } });

const unchecked = (subject: 'key check' | 'quota'): string =>
  withRequestId(String(unavailableError(subject).detail), requestId);

/** The body of an error, by default of one that comes from the service or from API Gateway. */
const errorContent = (
  examples: Readonly<Record<string, readonly [summary: string, detail: string]>>,
  schema = 'ErrorBody',
): JsonContent =>
  jsonContent(
    schema,
    mapValues(examples, ([summary, detail]) => ({ summary, value: { detail } })),
  );

const flooded =
  'From API Gateway, without `Retry-After`, if all callers together sent too much: retry after a second.';

/** By name. Examples show the given plan. */
export const sharedResponses = ({ keys }: Stage, plan: Plan) => {
  const { badKey, noKey } = unauthorizedDetails(keys.policy === 'issued');
  return {
    Unauthorized: {
      description:
        'No key, or an invalid one. Unknown, revoked and expired keys get the same response. Uses no slot.',
      headers: headerReferences('WWW-Authenticate'),
      content: errorContent(
        { bad_key: ['Invalid key', badKey], no_key: ['No key', noKey] },
        'ServiceError',
      ),
    },
    ContentTooLarge: {
      description: `The body has more than ${maxSizeText} characters. Uses the slot, unless the response comes from API Gateway (above about 6 MB).`,
      headers: sharedErrorHeaders(plan),
      content: errorContent({
        refused: [`More than ${maxSizeText} characters`, tooLargeDetail(maxCharacters + 1, false)],
      }),
    },
    TooManyRequests: {
      description: `All slots of the window are used, or too many requests came at once: retry after \`Retry-After\` seconds. Uses no slot. With \`Retry-After: 1\`, only that header counts: what is left may be unknown. ${flooded}`,
      headers: { ...retryAfter, ...sharedErrorHeaders(plan, { remaining: 0 }) },
      content: errorContent({
        refused: ['No slot left', overQuotaDetail({ plan, resetsInSeconds: 41 })],
        throttled: ['Too many requests at once', throttledDetail],
      }),
    },
    InternalServerError: {
      description: 'The service failed.',
      headers: sharedErrorHeaders(plan),
      content: errorContent({ refused: ['A fault', withRequestId(failedDetail, requestId)] }),
    },
    ServiceUnavailable: {
      description:
        'A service behind this one does not respond. Retry after `Retry-After` seconds. Only `Retry-After` counts: what is left is unknown, so `X-RateLimit-Remaining` is 0 and there is no `RateLimit`.',
      headers: { ...retryAfter, ...sharedErrorHeaders(plan, { remaining: 0, unknown: true }) },
      content: errorContent({
        quota_unknown: ['Quota unknown', unchecked('quota')],
        ...(keys.policy === 'issued' && {
          key_unknown: ['Key unknown', unchecked('key check')],
        }),
      }),
    },
    Flooded: {
      description: flooded,
      headers: gatewayHeaderReferences,
      content: jsonContent('GatewayError', {
        flooded: { summary: 'Too many requests', value: { message: 'Too Many Requests' } },
      }),
    },
    Gateway: {
      description:
        'Another error from API Gateway. Uses no slot, unless the request was cut off mid-processing.',
      headers: gatewayHeaderReferences,
      content: jsonContent('GatewayError', {
        headers_too_large: {
          summary: 'Headers of more than 10 KB',
          value: { message: 'Request Header Fields Too Large' },
        },
      }),
    },
  } as const satisfies Record<string, ResponseObject>;
};

export const responseReference = (
  name: keyof ReturnType<typeof sharedResponses>,
): ReferenceObject => ({
  $ref: `#/components/responses/${name}`,
});
