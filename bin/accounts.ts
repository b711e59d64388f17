/** The operator's tool for the accounts of callers: `npm run accounts -- --help`. */
import { accountsTool } from '../lib/accounts/tool.ts';
import { dynamodb } from '../lib/operator/dynamodb.ts';
import { runTool } from '../lib/operator/run.ts';

process.exitCode = await runTool(accountsTool, process.argv.slice(2), dynamodb, process);
