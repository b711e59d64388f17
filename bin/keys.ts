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
  const wish = readCommandLine(process.argv.slice(2));
  if (wish === undefined) {
    await print(help);
  } else {
    const { command, stage, said, json } = wish;
    const keys = keyStore(dynamodb(), stage.name);
    const interactive = process.stdin.isTTY === true;
    const place = { stage, keys, now: Date.now, confirm, readKey, interactive };
    const shown = await command.run(said, place);
    await print(json ? JSON.stringify(shown.json, null, 2) : shown.text, shown.issued);
    if (shown.warning) console.error(`Warning: ${shown.warning}`);
  }
} catch (error) {
  console.error(explain(error, process.env));
  process.exitCode = 1;
}
