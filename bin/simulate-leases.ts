/**
 * Simulates leases of the day's Bedrock budget and prints the table of docs/emphasis.md: the share of the budget that
 * is spent, with functions that are replaced after some sentences. `npx node bin/simulate-leases.ts`
 */
import {
  ConditionalCheckFailedException,
  type DynamoDBClient,
  type UpdateItemCommand,
} from '@aws-sdk/client-dynamodb';
import { leasedBudget } from '../functions/emphasis/budget/leases.ts';
import { picodollars } from '../functions/emphasis/budget/price.ts';
import { random } from './fit-emphasis/random.ts';

const next = random(1);

/** The cost of a sentence of about 20 words, and its reservation, in picodollars. */
const cost = () => Math.round((0.5 + next()) * 0.00002 * picodollars);
const reservation = 0.00014 * picodollars;
/** How many sentences a function serves before it is replaced. */
const lifetime = 2_000;

/** Returns the share of the cap that is spent when no function can reserve a sentence any more. */
const shareSpent = async (usdPerDay: number, functions: number): Promise<number> => {
  const cap = usdPerDay * picodollars;
  let leased = 0;
  const send = async ({ input }: UpdateItemCommand) => {
    const amount = Number(input.ExpressionAttributeValues?.[':amount']?.N);
    if (leased + amount > cap)
      throw new ConditionalCheckFailedException({ $metadata: {}, message: '' });
    leased += amount;
    return { Attributes: { leased: { N: String(leased) } } };
  };
  const client = { send } as unknown as DynamoDBClient;
  const newFunction = () => ({ reserve: leasedBudget({ client, tableName: '', cap }), served: 0 });
  const running = Array.from({ length: functions }, newFunction);
  let spent = 0;
  for (let refused = 0; refused < 20 * functions; ) {
    const at = Math.floor(next() * functions);
    const serving = running[at] as ReturnType<typeof newFunction>;
    try {
      const charge = await serving.reserve(reservation);
      const price = cost();
      charge(price);
      spent += price;
      refused = 0;
    } catch {
      refused += 1;
    }
    serving.served += 1;
    if (serving.served === lifetime) running[at] = newFunction();
  }
  return spent / cap;
};

console.log('| functions at a time | $1 | $20 |\n| --- | --- | --- |');
for (const functions of [5, 50, 500]) {
  const shares = [await shareSpent(1, functions), await shareSpent(20, functions)];
  console.log(
    `| ${functions} | ${shares.map((share) => `${(100 * share).toFixed(1)} %`).join(' | ')} |`,
  );
}
