/**
 * The middlewares of the API's endpoints. A request passes them in the order listed, and its response in
 * reverse; the first that throws determines the response.
 */
import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import type { Context } from 'aws-lambda';
import { acceptedKeysReader } from '../accounts/account-item.ts';
import { dynamodb } from '../aws/dynamodb.ts';
import { prime } from '../aws/prime.ts';
import type { BodySchema } from '../body/validation-issue.ts';
import { issuedPolicy, type ReadAcceptedKeys } from '../keys/issued.ts';
import { demoPolicy, type KeyPolicy } from '../keys/policy.ts';
import { bodyLimit } from '../middleware/body-limit.ts';
import { chain } from '../middleware/chain.ts';
import { errors } from '../middleware/error-handler.ts';
import { jsonBody } from '../middleware/json-body.ts';
import { jsonResponse, type SuccessHeaders } from '../middleware/json-response.ts';
import { keyCheck } from '../middleware/key-check.ts';
import type { Handler } from '../middleware/middleware.ts';
import { quotaLookup, quotaSlot } from '../middleware/quota.ts';
import { addQuotaHeaders } from '../middleware/response-headers.ts';
import { schemaCheck } from '../middleware/schema.ts';
import { type QuotaStore, quotaStore } from '../quota/quota-store.ts';
import type { Quota, QuotaHolder } from '../quota/window.ts';
import { readSettings } from '../settings/settings.ts';

/** An endpoint that anyone may call. */
export const openEndpoint = (work: () => unknown): Handler =>
  chain().use(errors()).use(jsonResponse()).handler(work);

/** An endpoint that requires a key and takes no slot. Resolves when DynamoDB's client is primed. */
export const keyedEndpoint = async (work: (quota: Quota) => unknown): Promise<Handler> => {
  const { policy, store } = await keysAndQuota((store) => store.read(nobody, Date.now()));
  return chain()
    .use(addQuotaHeaders())
    .use(errors())
    .use(keyCheck(policy))
    .use(quotaLookup(store))
    .use(jsonResponse())
    .handler((_event, { quota }) => work(quota));
};

/**
 * An endpoint that takes a slot of the key's window. Resolves when DynamoDB's client is primed.
 *
 * @param work Is called with the valid body, and with Lambda's context, whose `successHeaders` it can set.
 */
export const countedEndpoint = async <Body>(
  schema: BodySchema<Body>,
  work: (body: Body, context: Context & SuccessHeaders) => unknown,
  client = dynamodb(),
): Promise<Handler> => {
  const { policy, store } = await keysAndQuota((store) => store.take(nobody, Date.now()), client);
  return chain()
    .use(addQuotaHeaders())
    .use(errors())
    .use(keyCheck(policy))
    .use(quotaSlot(store))
    .use(bodyLimit())
    .use(jsonBody())
    .use(schemaCheck(schema))
    .use(jsonResponse())
    .handler((_event, context) => work(context.body, context));
};

/** The key and DynamoDB's response in a warm-up. */
const nobody: QuotaHolder = { partition: '', plan: { name: '', limit: 1, windowSeconds: 86_400 } };
const answer = '{"Attributes":{"used":{"N":"1"}}}';

/** @param ask The quota call to prime. */
const keysAndQuota = async (ask: (store: QuotaStore) => Promise<unknown>, client = dynamodb()) => {
  const { QUOTA_TABLE, KEY_POLICY } = readSettings(process.env, ['QUOTA_TABLE', 'KEY_POLICY']);
  const store = quotaStore(client, QUOTA_TABLE);
  const { policy, readKeys } = KEY_POLICY === 'demo' ? demoKeys() : issuedKeys(client);
  await prime(() =>
    client.warmUp(answer, async () => {
      await readKeys?.('');
      await ask(store);
    }),
  );
  return { policy, store };
};

interface Keys {
  readonly policy: KeyPolicy;
  readonly readKeys?: ReadAcceptedKeys;
}

const demoKeys = (): Keys => {
  const { PLAN, REVOKED_KEY_HASHES } = readSettings(process.env, ['PLAN', 'REVOKED_KEY_HASHES']);
  return { policy: demoPolicy({ plan: PLAN, revokedKeyHashes: new Set(REVOKED_KEY_HASHES) }) };
};

const issuedKeys = (client: DynamoDBClient): Keys => {
  const { STAGE, PLANS, ACCOUNT_TABLE } = readSettings(process.env, [
    'STAGE',
    'PLANS',
    'ACCOUNT_TABLE',
  ]);
  const readKeys = acceptedKeysReader(client, ACCOUNT_TABLE);
  return { policy: issuedPolicy({ stage: STAGE, plans: PLANS, read: readKeys }), readKeys };
};
