/** The operator's tool for accounts and their keys: `npm run accounts -- --help`. */
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { runAccounts } from '../lib/accounts/tool.ts';
import { clientSettings } from '../lib/settings/aws-client.ts';

const client = () => new DynamoDBClient(clientSettings(process.env, 'DYNAMODB'));
process.exitCode = await runAccounts(process.argv.slice(2), client, process);
