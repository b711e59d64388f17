/** What each endpoint does with the tables: its role allows this and no more. */
import type { Access, AccountEndpointName, Endpoint } from '../settings/endpoints.ts';

/** What can be done with a table. */
export type TableAction = 'GetItem' | 'PutItem' | 'UpdateItem' | 'Query' | 'Scan';

/** The tables: of quotas, and of accounts on stages that have them. */
export type TableKind = 'quota' | 'accounts';

/** What an endpoint does with each table. */
export type TableActions = Readonly<Partial<Record<TableKind, readonly TableAction[]>>>;

/** What the middlewares of the API do. */
const byAccess: Readonly<Record<Exclude<Access, 'account'>, TableActions>> = {
  open: {},
  keyed: { quota: ['GetItem'], accounts: ['GetItem'] },
  counted: { quota: ['UpdateItem'], accounts: ['GetItem'] },
};

const changing: TableActions = { accounts: ['GetItem', 'PutItem'] };

/** What the account endpoints do. */
const byName: Readonly<Record<AccountEndpointName, TableActions>> = {
  'open-account': changing,
  account: { accounts: ['GetItem'] },
  'delete-account': changing,
  usage: { accounts: ['GetItem'], quota: ['Query'] },
  'create-key': changing,
  'rename-key': changing,
  'rotate-key': changing,
  'revoke-key': changing,
};

/** What an endpoint does with the tables. */
export const tableActions = ({ name, access }: Endpoint): TableActions =>
  access === 'account' ? byName[name as AccountEndpointName] : byAccess[access];
