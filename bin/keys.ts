/** The operator's tool for API keys: `npm run keys -- --help`. */
import { keysTool } from '../lib/keys/tool.ts';
import { dynamodb } from '../lib/operator/dynamodb.ts';
import { runTool } from '../lib/operator/run.ts';

process.exitCode = await runTool(keysTool, process.argv.slice(2), dynamodb, process);
