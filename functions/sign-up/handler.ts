/** Not an endpoint: on stages where anybody may sign up, Cognito calls it before a sign-up and after its confirmation. */
import { dynamodb, withoutRetries } from '../aws/dynamodb.ts';
import { quotaStore } from '../quota/quota-store.ts';
import { readSettings } from '../settings/needs.ts';
import { needs } from './needs.ts';
import { type SetPassword, signUpTrigger } from './sign-up.ts';

const settings = readSettings(needs, process.env);

// One attempt, since Cognito itself repeats a call that takes 5 s.
const client = withoutRetries(dynamodb(settings.AWS_ENDPOINT_URL_DYNAMODB));

let loading: Promise<SetPassword> | undefined;

export const handler = signUpTrigger(
  quotaStore(client, settings.QUOTA_TABLE),
  settings.SIGN_UPS,
  async (...user) => {
    // Only a confirmation needs this client.
    loading ??= import('../aws/user-pool.ts').then(({ passwordSetter }) =>
      passwordSetter(settings.AWS_ENDPOINT_URL_COGNITO_IDENTITY_PROVIDER),
    );
    return (await loading)(...user);
  },
);
