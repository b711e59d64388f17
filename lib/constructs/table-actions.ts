/** What each endpoint does with the tables: its role allows this and no more. */
import type { Access, AccountEndpointName, Endpoint } from '../settings/endpoints.ts';

/** What can be done with a table. */
export type TableAction = 'GetItem' | 'PutItem' | 'UpdateItem' | 'Query' | 'Scan';

/** The tables: of quotas, of issued keys, and of accounts. Not every stage has each. */
export type TableKind = 'quota' | 'keys' | 'accounts';

/** What an endpoint does with each table. */
export type TableActions = Readonly<Partial<Record<TableKind, readonly TableAction[]>>>;

/** What the middlewares of the API do. */
const byAccess: Readonly<Record<Exclude<Access, 'account'>, TableActions>> = {
  open: {},
  keyed: { quota: ['GetItem'], keys: ['GetItem'] },
  counted: { quota: ['UpdateItem'], keys: ['GetItem'] },
};

/** To read an account is to write what records of its keys are behind, and that they no longer are. */
const reading = { keys: ['PutItem'], accounts: ['GetItem', 'UpdateItem'] } as const;

const changing = { ...reading, accounts: ['GetItem', 'UpdateItem', 'PutItem'] } as const;

/** A key is tagged under the issuer's secret, which the first of a table makes: it must see that it is the first. */
const makingKeys: TableActions = { ...changing, keys: ['GetItem', 'PutItem', 'Scan'] };

/** What the functions of accounts do. */
const byName: Readonly<Record<AccountEndpointName, TableActions>> = {
  'open-account': changing,
  account: reading,
  'delete-account': changing,
  usage: { accounts: ['GetItem'], quota: ['Query'] },
  'create-key': makingKeys,
  'rename-key': changing,
  'rotate-key': makingKeys,
  'revoke-key': changing,
};

/** What an endpoint does with the tables. */
export const tableActions = ({ name, access }: Endpoint): TableActions =>
  access === 'account' ? byName[name as AccountEndpointName] : byAccess[access];
