/** The operator's tool for API keys: `npm run keys -- --help`. */
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { help, readCommandLine } from '../lib/keys/command-line.ts';
import { confirm } from '../lib/keys/confirm.ts';
import { explain } from '../lib/keys/explain.ts';
import { readKey } from '../lib/keys/key-input.ts';
import { keyStore } from '../lib/keys/store.ts';

/** Nobody waits for more than half a minute to be told that DynamoDB does not answer. */
const dynamodb = () =>
  new DynamoDBClient({
    requestHandler: {
      connectionTimeout: 5_000,
      requestTimeout: 10_000,
      throwOnRequestTimeout: true,
    },
  });

// Whoever reads the output may stop reading, as `head` does.
process.stdout.on('error', () => process.exit());

try {
  const wish = readCommandLine(process.argv.slice(2));
  if (wish === undefined) {
    console.log(help);
  } else {
    const { command, stage, said, json } = wish;
    const keys = keyStore(dynamodb(), stage.name);
    const interactive = process.stdin.isTTY === true;
    const place = { stage, keys, now: Date.now, confirm, readKey, interactive };
    const shown = await command.run(said, place);
    console.log(json ? JSON.stringify(shown.json, null, 2) : shown.text);
    if (shown.warning) console.error(`Warning: ${shown.warning}`);
  }
} catch (error) {
  console.error(explain(error, process.env));
  process.exitCode = 1;
}
