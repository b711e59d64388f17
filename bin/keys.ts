/** The operator's tool for API keys: `npm run keys -- --help`. */
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { help, readCommandLine } from '../lib/keys/command-line.ts';
import { confirm } from '../lib/keys/confirm.ts';
import { explain } from '../lib/keys/explain.ts';
import { readKey } from '../lib/keys/key-input.ts';
import { keyStore } from '../lib/keys/key-store.ts';
import { print } from '../lib/keys/output.ts';

/** Nobody waits for more than half a minute to be told that DynamoDB does not answer. */
const dynamodb = () =>
  new DynamoDBClient({
    requestHandler: {
      connectionTimeout: 5_000,
      requestTimeout: 10_000,
      throwOnRequestTimeout: true,
    },
  });

try {
  const invocation = readCommandLine(process.argv.slice(2));
  if (invocation === undefined) {
    await print(help);
  } else {
    const { command, stage, options, json } = invocation;
    const keys = keyStore(dynamodb(), stage.name);
    const interactive = process.stdin.isTTY === true;
    const context = { stage, keys, now: Date.now, confirm, readKey, interactive };
    const output = await command.run(options, context);
    await print(json ? JSON.stringify(output.json, null, 2) : output.text, output.issued);
    if (output.warning) console.error(`Warning: ${output.warning}`);
  }
} catch (error) {
  console.error(explain(error, process.env));
  process.exitCode = 1;
}
