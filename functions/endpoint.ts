/**
 * What endpoints share, composed once. A request passes the middlewares in the order in which they
 * stand here, its answer passes them in reverse, and the first that refuses answers.
 */
import middy from '@middy/core';
import type * as v from 'valibot';
import { dynamodb } from './aws/dynamodb.ts';
import { issuedPolicy } from './keys/issued.ts';
import { keyRecords } from './keys/key-reader.ts';
import { demoPolicy } from './keys/policy.ts';
import { bodyLimit } from './middleware/body-limit.ts';
import type { Chain, Handler } from './middleware/chain.ts';
import { errors } from './middleware/error-handler.ts';
import { jsonBody } from './middleware/json-body.ts';
import { jsonResponse } from './middleware/json-response.ts';
import { keyCheck } from './middleware/key-check.ts';
import { quotaHeadersOnAnswers } from './middleware/quota-headers.ts';
import { quotaLookup } from './middleware/quota-lookup.ts';
import { quotaSlot } from './middleware/quota-slot.ts';
import { metrics } from './middleware/request-metrics.ts';
import { schemaCheck } from './middleware/schema.ts';
import { securityHeadersOnAnswers } from './middleware/security-headers.ts';
import { quotaStore } from './quota/quota-store.ts';
import type { Quota } from './quota/window.ts';
import { readMetricSettings, readSettings } from './settings/stage-settings.ts';

/** An endpoint that anyone may call: `work` answers, whatever was sent. */
export const openEndpoint = (work: () => unknown): Handler =>
  chain().use(errors()).use(jsonResponse()).handler(work);

/** An endpoint for holders of a key, which takes no slot: `work` is given the key's quota. */
export const keyedEndpoint = (work: (quota: Quota) => unknown): Handler => {
  const { policy, store } = keysAndQuota();
  return chain()
    .use(quotaHeadersOnAnswers())
    .use(errors())
    .use(keyCheck(policy))
    .use(quotaLookup(store))
    .use(jsonResponse())
    .handler((_event, { quota }) => work(quota));
};

/** An endpoint that takes a slot of the key's window: `work` is given the body that fits `schema`. */
export const countedEndpoint = <Body>(
  schema: v.GenericSchema<unknown, Body>,
  work: (body: Body) => unknown,
): Handler => {
  const { policy, store } = keysAndQuota();
  return chain()
    .use(quotaHeadersOnAnswers())
    .use(errors())
    .use(keyCheck(policy))
    .use(quotaSlot(store))
    .use(bodyLimit())
    .use(jsonBody())
    .use(schemaCheck(schema))
    .use(jsonResponse())
    .handler((_event, { body }) => work(body));
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

/**
 * Middy's start of a list: what all endpoints have. Around all others stand the metrics, where the stage has
 * some: they see the answer as it leaves.
 */
const chain = (): Chain<object> => {
  const settings = readMetricSettings(process.env);
  // By Middy's types, Lambda would have to call a handler with all that the middlewares add.
  const start = middy() as Chain<object>;
  const measured = settings ? start.use(metrics(settings)) : start;
  return measured.use(securityHeadersOnAnswers());
};
