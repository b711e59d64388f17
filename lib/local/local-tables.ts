/** What a function is told of the tables on a laptop. */
import type { Table } from '../settings/tables.ts';
import type { AwsCredentials } from './developer-credentials.ts';

/** The name that a table has on a laptop. */
export const localTableName = ({ id, name }: Table): string =>
  name ??
  `amplify-local-${id
    .replace(/Table$/, '')
    .replace(/(?<=[a-z])(?=[A-Z])/g, '-')
    .toLowerCase()}`;

/** What the SDK needs besides an endpoint. No local DynamoDB looks at the values, but each wants to see some. */
export const localCredentials: AwsCredentials = {
  AWS_REGION: 'us-east-1',
  AWS_ACCESS_KEY_ID: 'local',
  AWS_SECRET_ACCESS_KEY: 'local',
};
