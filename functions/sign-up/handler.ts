/** Not an endpoint. On stages where anybody may sign up, Cognito calls it before a sign-up, and when it is confirmed. */
import { createDynamodb, withoutRetries } from '../aws/dynamodb.ts';
import type { UserPool } from '../aws/user-pool.ts';
import { readSettings } from '../environment/environment.ts';
import { createQuotaStore } from '../quota/quota-store.ts';
import { createSignUpTrigger, needs } from './sign-up.ts';

const settings = readSettings(needs, process.env);

// One attempt, since Cognito itself repeats a call that takes 5 s.
const client = withoutRetries(createDynamodb());

// Only a confirmation needs Cognito's client, so the first one loads it. There is one pool.
let pool: Promise<UserPool> | undefined;
const loadPool = (id: string): Promise<UserPool> => {
  pool ??= import('../aws/user-pool.ts').then(({ createUserPool }) => createUserPool(id));
  return pool;
};

const store = createQuotaStore(client, settings.QUOTA_TABLE);
export const handler = createSignUpTrigger(store, settings.SIGN_UPS, loadPool);
