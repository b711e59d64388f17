/** The issuer's secret, under which a stage's keys are tagged: read and made by whoever makes keys. */
import { randomBytes } from 'node:crypto';
import {
  ConditionalCheckFailedException,
  type DynamoDBClient,
  GetItemCommand,
  PutItemCommand,
  paginateScan,
} from '@aws-sdk/client-dynamodb';
import { issuerId } from './key-reader.ts';

/** The issuer as the table holds it. */
export interface IssuerItem {
  /** What keys are tagged under. Nobody is shown it. */
  readonly secret: string;
  /** When it was made in the place of one that was lost. Absent: it is the stage's first. */
  readonly replaced_at?: string;
}

/** What can be done with the secret. Each rejects with DynamoDB's error when that fails. */
export interface IssuerSecret {
  /** The issuer; `undefined` before the first key, and where it was lost. */
  read(): Promise<IssuerItem | undefined>;
  /** Makes an issuer where there is none. Of several who do so at the same time, all get that of the first. */
  make(facts?: Pick<IssuerItem, 'replaced_at'>): Promise<IssuerItem>;
  /**
   * The issuer for a new key: made for the first key, and never where there are keys already.
   *
   * @throws {Error} with the code `NO_ISSUER` where it was lost.
   */
  forNewKey(): Promise<IssuerItem>;
}

/** What there is to say where keys are, but no issuer's secret. */
export const issuerLost =
  'The secret that tags keys is lost: functions that start anew answer 503, and no key can be issued. How to restore it: docs/keys.md#if-the-secret-is-lost';

/** The secret kept in a stage's key table. */
export const issuerSecret = (client: DynamoDBClient, TableName: string): IssuerSecret => {
  const issuer: IssuerSecret = {
    read: async () => {
      const Key = { id: { S: issuerId } };
      const { Item: { secret, replaced_at } = {} } = await client.send(
        new GetItemCommand({ TableName, Key, ConsistentRead: true }),
      );
      if (!secret?.S) return undefined;
      return { secret: secret.S, ...(replaced_at?.S && { replaced_at: replaced_at.S }) };
    },

    make: async (facts = {}) => {
      const made = { secret: randomBytes(32).toString('base64'), ...facts };
      const item = Object.entries({ id: issuerId, ...made }).map(([name, S]) => [name, { S }]);
      try {
        await client.send(
          new PutItemCommand({
            TableName,
            Item: Object.fromEntries(item),
            ConditionExpression: 'attribute_not_exists(id)',
          }),
        );
        return made;
      } catch (error) {
        if (!(error instanceof ConditionalCheckFailedException)) throw error;
        const first = await issuer.read();
        if (first) return first;
        throw new Error(
          `The item "${issuerId}" of the table ${TableName} holds no secret: delete it.`,
        );
      }
    },

    forNewKey: async () => {
      const there = await issuer.read();
      if (there) return there;
      if (!(await hasKeys(client, TableName))) return issuer.make();
      // A secret is written before its first key. So if that key is there, and was not a moment ago, so is the secret.
      const meanwhile = await issuer.read();
      if (meanwhile) return meanwhile;
      throw Object.assign(new Error(issuerLost), { code: 'NO_ISSUER' });
    },
  };
  return issuer;
};

/** Whether a table has items besides the issuer's: of any two, one is another's. */
const hasKeys = async (client: DynamoDBClient, TableName: string): Promise<boolean> => {
  const pages = paginateScan({ client }, { TableName, ConsistentRead: true, Limit: 2 });
  for await (const { Items = [] } of pages) {
    if (Items.some(({ id }) => id?.S !== issuerId)) return true;
  }
  return false;
};
