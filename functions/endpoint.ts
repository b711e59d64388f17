/**
 * What endpoints share, composed once. A request passes the middlewares in the order in which they
 * stand here, its answer passes them in reverse, and the first that refuses answers.
 */
import middy from '@middy/core';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import type * as v from 'valibot';
import { dynamodb } from './aws/dynamodb.ts';
import { issuedPolicy } from './keys/issued.ts';
import { demoPolicy } from './keys/policy.ts';
import { keyRecords } from './keys/records.ts';
import { bodyLimit } from './middleware/body-limit.ts';
import { errors } from './middleware/errors.ts';
import { jsonBody } from './middleware/json-body.ts';
import { jsonResponse } from './middleware/json-response.ts';
import { keyCheck } from './middleware/key-check.ts';
import { metrics } from './middleware/metrics.ts';
import { quotaHeadersOnAnswers } from './middleware/quota-headers.ts';
import { quotaLookup } from './middleware/quota-lookup.ts';
import { quotaSlot } from './middleware/quota-slot.ts';
import type { Middleware, RequestContext } from './middleware/request.ts';
import { schemaCheck } from './middleware/schema.ts';
import { quotaStore } from './quota/store.ts';
import type { Quota } from './quota/window.ts';
import { readMetricSettings, readSettings } from './settings.ts';

/** What Lambda calls: an event of payload format 2.0 in, an answer out. */
export type Handler = middy.MiddyfiedHandler<
  APIGatewayProxyEventV2,
  unknown,
  Error,
  RequestContext
>;

/** An endpoint that anyone may call: `work` answers, whatever was sent. */
export const openEndpoint = (work: () => unknown): Handler =>
  compose([errors(), jsonResponse()], work);

/** An endpoint for holders of a key, which takes no slot: `work` is given the key's quota. */
export const keyedEndpoint = (work: (quota: Quota) => unknown): Handler => {
  const { policy, store } = keysAndQuota();
  return compose(
    [quotaHeadersOnAnswers(), errors(), keyCheck(policy), quotaLookup(store), jsonResponse()],
    ({ quota }) => work(quota),
  );
};

/** An endpoint that takes a slot of the key's window: `work` is given the body that fits `schema`. */
export const countedEndpoint = <Schema extends v.GenericSchema>(
  schema: Schema,
  work: (body: v.InferOutput<Schema>) => unknown,
): Handler => {
  const { policy, store } = keysAndQuota();
  return compose(
    [
      quotaHeadersOnAnswers(),
      errors(),
      keyCheck(policy),
      quotaSlot(store),
      bodyLimit(),
      jsonBody(),
      schemaCheck(schema),
      jsonResponse(),
    ],
    ({ body }) => work(body as v.InferOutput<Schema>),
  );
};

const keysAndQuota = () => {
  const { keys, quotaTable } = readSettings(process.env);
  const client = dynamodb();
  return {
    policy:
      keys.policy === 'demo'
        ? demoPolicy(keys)
        : issuedPolicy({ ...keys, records: keyRecords(client, keys.keyTable) }),
    store: quotaStore(client, quotaTable),
  };
};

/** Around all of them stand the metrics, where the stage has some: they see the answer as it leaves. */
const compose = (
  middlewares: Middleware[],
  work: (context: RequestContext) => unknown,
): Handler => {
  const settings = readMetricSettings(process.env);
  return middy<APIGatewayProxyEventV2, unknown, Error, RequestContext>(
    (_event: APIGatewayProxyEventV2, context: RequestContext) => work(context),
  ).use(settings ? [metrics(settings), ...middlewares] : middlewares);
};
