/** The baseline of a stage with accounts: the plain SDK, which also reads an account. */
import { GetItemCommand } from '@aws-sdk/client-dynamodb';
import { baseline } from './baseline.ts';
import { client, send } from './plain-sdk.ts';

const read = JSON.parse(process.env.READ ?? '{}');

export const handler = baseline(async (update) => {
  await client.send(new GetItemCommand(read));
  return send(update);
});
