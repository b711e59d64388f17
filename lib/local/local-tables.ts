/** The names and credentials of the local DynamoDB. */
import type { Table } from '../settings/tables.ts';
import type { AwsCredentials } from './developer-credentials.ts';

/** A table's local name. */
export const localTableName = ({ id, name }: Table): string =>
  name ??
  `amplify-local-${id
    .replace(/Table$/, '')
    .replace(/(?<=[a-z])(?=[A-Z])/g, '-')
    .toLowerCase()}`;

/** Dummy credentials: a local DynamoDB requires some, and does not check them. */
export const localCredentials: AwsCredentials = {
  AWS_REGION: 'us-east-1',
  AWS_ACCESS_KEY_ID: 'local',
  AWS_SECRET_ACCESS_KEY: 'local',
};
