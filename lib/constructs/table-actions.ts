/** What each endpoint does with the tables: its role allows this and no more. */
import type { TableActions } from '../../functions/endpoint.ts';
import type { ApiEndpoint, Endpoint } from '../settings/endpoints.ts';

/** What the middlewares of the API do. */
const byAccess: Readonly<Record<ApiEndpoint['access'], TableActions>> = {
  open: {},
  keyed: { quota: ['GetItem'], accounts: ['GetItem'] },
  counted: { quota: ['UpdateItem'], accounts: ['GetItem'] },
};

/** What an endpoint does with the tables. */
export const tableActions = (endpoint: Endpoint): TableActions =>
  endpoint.access === 'account' ? endpoint.needs.tables : byAccess[endpoint.access];
