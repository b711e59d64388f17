/** Not an endpoint: on stages where anybody may sign up, Cognito calls it before it creates a user. */
import { dynamodb, withoutRetries } from '../aws/dynamodb.ts';
import { quotaStore } from '../quota/quota-store.ts';
import { readSettings } from '../settings/needs.ts';
import { needs } from './needs.ts';
import { limitSignUps } from './sign-up.ts';

const { QUOTA_TABLE, SIGN_UPS, AWS_ENDPOINT_URL_DYNAMODB } = readSettings(needs, process.env);

// One attempt, since Cognito itself repeats a call that takes 5 s.
const client = withoutRetries(dynamodb(AWS_ENDPOINT_URL_DYNAMODB));

export const handler = limitSignUps(quotaStore(client, QUOTA_TABLE), SIGN_UPS);
