/** The middlewares compile only in a valid order: `npm run check` reports an unused `@ts-expect-error`. */

import * as v from 'valibot';
import { request as screamRequest } from '../../../functions/endpoints/scream/endpoint.ts';
import type { KeyPolicy } from '../../../functions/keys/policy.ts';
import type { QuotaStore } from '../../../functions/quota/quota-store.ts';
import { keyCheck, quotaLookup, quotaSlot } from '../../../functions/request/access.ts';
import { countedEndpoint } from '../../../functions/request/api-endpoint.ts';
import { bodyLimit, jsonBody, schemaCheck } from '../../../functions/request/body.ts';
import { errors } from '../../../functions/request/errors.ts';
import { text } from '../../../functions/request/fields.ts';
import type { Chain, Middleware } from '../../../functions/request/middleware.ts';

declare const settings: Parameters<typeof countedEndpoint>[0];
declare const start: Chain<object>;
declare const policy: KeyPolicy;
declare const store: QuotaStore;

const schema = schemaCheck(screamRequest);
const authenticated = start.use(errors()).use(keyCheck(policy, true));
const limited = authenticated.use(quotaSlot(store)).use(bodyLimit());
const valid = limited.use(jsonBody()).use(schema);

// A quota needs a key.
// @ts-expect-error
start.use(quotaSlot(store));
// @ts-expect-error
start.use(quotaLookup(store)).use(keyCheck(policy, true));

// JSON needs a text, and a schema needs JSON.
// @ts-expect-error
authenticated.use(jsonBody());
// @ts-expect-error
limited.use(schema).use(jsonBody());

// The endpoint receives what the schema lets through.
// @ts-expect-error
valid.handler((_event, { body }) => body.emphasis_ratio);
// @ts-expect-error
limited.handler((_event, { body }) => body);

// Each check of a field names the type of its issue.
// @ts-expect-error
void countedEndpoint(settings, v.object({ loud: v.boolean() }), (body) => body);
// @ts-expect-error
void countedEndpoint(settings, v.object({ text: v.pipe(text, v.email()) }), (body) => body);

// Middy would send a returned value as the response.
export const early: Middleware = {
  // @ts-expect-error
  before: () => ({ statusCode: 200 }),
};
