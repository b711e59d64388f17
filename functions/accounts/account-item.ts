/**
 * Accounts as items of the account table. Texts are attributes of their own, keys and changes JSON, and
 * the pending ids a string set, from which one write can take some.
 */
import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import type { Account } from './account.ts';

/** The sort key of an account's own item. */
export const accountItem = 'account';

type Item = Readonly<Record<string, AttributeValue>>;

/** The key of an account's item. */
export const addressOf = (id: string) => ({ account: { S: id }, item: { S: accountItem } });

/** The item that holds an account. */
export const itemOf = ({ id, changes, keys, pending, ...texts }: Account): Item => ({
  ...addressOf(id),
  ...Object.fromEntries(Object.entries(texts).map(([name, S]) => [name, { S }])),
  changes: { S: JSON.stringify(changes) },
  keys: { S: JSON.stringify(keys) },
  ...(pending.length > 0 && { pending: { SS: [...pending] } }),
});

/** The account that an item holds. */
export const accountOf = ({ account, item, changes, keys, pending, ...texts }: Item): Account => ({
  ...(Object.fromEntries(
    Object.entries(texts).map(([name, { S }]) => [name, S]),
  ) as unknown as Account),
  id: String(account?.S),
  changes: JSON.parse(String(changes?.S)),
  keys: JSON.parse(String(keys?.S)),
  pending: pending?.SS ?? [],
});
