/** The baseline of a stage with accounts: the SDK as it comes, with the read by which the stage finds a key. */
import { GetItemCommand } from '@aws-sdk/client-dynamodb';
import { baseline } from './baseline.ts';
import { client, send } from './plain-sdk.ts';

const read = JSON.parse(process.env.READ ?? '{}');

export const handler = baseline(async (update) => {
  await client.send(new GetItemCommand(read));
  return send(update);
});
