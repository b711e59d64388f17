/** The operator's tool for accounts and their keys: `npm run accounts -- --help`. */
import { runAccounts } from '../lib/tools/accounts/tool.ts';
import { dynamodb } from '../lib/tools/command-line/dynamodb.ts';

process.exitCode = await runAccounts(process.argv.slice(2), dynamodb, process);
