/** The operator's tool for accounts and their keys: `npm run accounts -- --help`. */
import { runAccounts } from '../lib/accounts/tool.ts';
import { dynamodb } from '../lib/operator/dynamodb.ts';

process.exitCode = await runAccounts(process.argv.slice(2), dynamodb, process);
