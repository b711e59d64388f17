/**
 * That the middlewares compile in a valid order, and in no other. Nothing here runs: `npm run check`
 * reports an `@ts-expect-error` below which there is no error.
 */
import { countedEndpoint } from '../../../functions/api-endpoint.ts';
import type { KeyPolicy } from '../../../functions/keys/policy.ts';
import { bodyLimit } from '../../../functions/middleware/body-limit.ts';
import type { Chain, Middleware } from '../../../functions/middleware/chain.ts';
import { errors } from '../../../functions/middleware/error-handler.ts';
import { jsonBody } from '../../../functions/middleware/json-body.ts';
import { jsonResponse } from '../../../functions/middleware/json-response.ts';
import { type Authenticated, keyCheck } from '../../../functions/middleware/key-check.ts';
import {
  type QuotaKnown,
  quotaHeadersOnAnswers,
} from '../../../functions/middleware/quota-headers.ts';
import { quotaLookup } from '../../../functions/middleware/quota-lookup.ts';
import { quotaSlot } from '../../../functions/middleware/quota-slot.ts';
import { schemaCheck } from '../../../functions/middleware/schema.ts';
import type { QuotaStore } from '../../../functions/quota/quota-store.ts';
import { request as screamRequest } from '../../../functions/scream/endpoint.ts';

declare const start: Chain<object>;
declare const policy: KeyPolicy;
declare const store: QuotaStore;

const schema = schemaCheck(screamRequest);
const authenticated = start.use(quotaHeadersOnAnswers()).use(errors()).use(keyCheck(policy));
const counted = authenticated.use(quotaSlot(store)).use(bodyLimit());
const valid = counted.use(jsonBody()).use(schema).use(jsonResponse());

// A quota needs a key.
// @ts-expect-error
start.use(quotaSlot(store));
// @ts-expect-error
start.use(errors()).use(quotaLookup(store)).use(keyCheck(policy));
authenticated.use(quotaLookup(store));

// JSON needs a text, and a schema needs JSON.
// @ts-expect-error
authenticated.use(jsonBody());
// @ts-expect-error
counted.use(schema);
// @ts-expect-error
counted.use(schema).use(jsonBody());
// @ts-expect-error
start.use(schema);

// The work is given the schema's output, and what else the middlewares have added.
valid.handler((_event, { body }) => body satisfies { text: string; intensity: number });
valid.handler((_event, { key, quota }) => [key.partition, quota.remaining]);
// @ts-expect-error
valid.handler((_event, { body }) => body.emphasis_ratio);
// @ts-expect-error
counted.handler((_event, { body }) => body);
// @ts-expect-error
start.handler((_event, { key }) => key);
void countedEndpoint(screamRequest, ({ text, intensity }) => text.repeat(intensity));
// @ts-expect-error
void countedEndpoint(screamRequest, ({ emphasis_ratio }) => emphasis_ratio);

// What a middleware adds is not there before it has, what it needs is, and on an error nothing is.
export const example: Middleware<Authenticated, QuotaKnown> = {
  before: ({ context }) => {
    context.key.partition satisfies string;
    // @ts-expect-error
    context.quota.remaining satisfies number;
  },
  after: ({ context }) => {
    context.quota.remaining satisfies number;
  },
  onError: ({ context }) => {
    context.key?.partition satisfies string | undefined;
    // @ts-expect-error
    context.key.partition satisfies string;
    // @ts-expect-error
    context.quota.remaining satisfies number;
  },
};

// What it returned would be the answer.
export const early: Middleware = {
  // @ts-expect-error
  before: () => ({ statusCode: 200 }),
};
