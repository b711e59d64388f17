/**
 * The middlewares of the API's endpoints. A request passes them in the order in which they are added, and its response
 * in reverse. The first that throws determines the response.
 */
import type { Context } from 'aws-lambda';
import { createKeysReader } from '../accounts/account.ts';
import { createDynamodb, warmUpDynamodb } from '../aws/dynamodb.ts';
import type { KeySettings, OpenSettings } from '../environment/environment.ts';
import { demoPolicy, issuedPolicy, type KeyPolicy, type ReadAcceptedKeys } from '../keys/policy.ts';
import { createQuotaStore } from '../quota/quota-store.ts';
import type { Quota } from '../quota/window.ts';
import { addQuotaHeaders, keyCheck, quotaLookup, quotaSlot } from './access.ts';
import { type BodySchema, bodyLimit, jsonBody, schemaCheck } from './body.ts';
import { errors } from './errors.ts';
import { addEndpointHeaders } from './headers.ts';
import { chain, type Handler, jsonResponse } from './middleware.ts';
import { metrics } from './request-metrics.ts';

/** Begins a chain. The metrics come first: a response passes them last, when it is complete. */
const apiChain = ({ STAGE: stage, REQUEST_METRICS_SAMPLING: sampling }: OpenSettings) => {
  const bare = chain();
  const measured = sampling === undefined ? bare : bare.use(metrics(stage, sampling));
  return measured.use(addEndpointHeaders());
};

export const openEndpoint = (settings: OpenSettings, work: () => unknown): Handler =>
  apiChain(settings).use(errors()).use(jsonResponse()).handler(work);

/** An endpoint that requires a key and takes no slot. Resolves after the warm-up. */
export const keyedEndpoint = async (
  settings: KeySettings,
  work: (quota: Quota) => unknown,
): Promise<Handler> => {
  const { checked, store } = await begin(settings, 'read');
  return checked
    .use(quotaLookup(store))
    .use(jsonResponse())
    .handler((_event, { quota }) => work(quota));
};

/**
 * An endpoint that takes a slot of the key's window. Resolves after the warm-up.
 *
 * @param work - is called with the valid body, and with Lambda's context.
 */
export const countedEndpoint = async <Body>(
  settings: KeySettings,
  schema: BodySchema<Body>,
  work: (body: Body, context: Context) => unknown,
  client = createDynamodb(),
): Promise<Handler> => {
  const { checked, store } = await begin(settings, 'take', client);
  return checked
    .use(quotaSlot(store))
    .use(bodyLimit())
    .use(jsonBody())
    .use(schemaCheck(schema))
    .use(jsonResponse())
    .handler((_event, context) => work(context.body, context));
};

/**
 * The chain up to the key check, and the quota's store.
 *
 * @param call - the function of the store that each request will call, for the warm-up.
 */
const begin = async (settings: KeySettings, call: 'read' | 'take', client = createDynamodb()) => {
  const { KEYS, ACCOUNT_TABLE, QUOTA_TABLE } = settings;
  const store = createQuotaStore(client, QUOTA_TABLE);
  const read = ACCOUNT_TABLE === undefined ? undefined : createKeysReader(client, ACCOUNT_TABLE);
  const policy = createPolicy(settings, read);
  await warmUpDynamodb(client, async (holder) => {
    await read?.('');
    await store[call](holder, Date.now());
  });
  const checked = apiChain(settings)
    .use(addQuotaHeaders())
    .use(errors())
    .use(keyCheck(policy, KEYS.policy === 'issued'));
  return { checked, store };
};

const createPolicy = ({ STAGE: stage, KEYS }: KeySettings, read?: ReadAcceptedKeys): KeyPolicy => {
  if (KEYS.policy === 'demo') return demoPolicy(KEYS.plan, KEYS.revokedHashes);
  if (read) return issuedPolicy({ stage, ...KEYS, read });
  throw new Error('Settings: ACCOUNT_TABLE is missing');
};
