/** Which DynamoDB actions each endpoint performs. Its role allows exactly these. */
import type { TableActions } from '../../../functions/endpoints/definition.ts';
import type { ApiEndpoint, Endpoint } from '../settings/endpoints.ts';

const byAccess: Readonly<Record<ApiEndpoint['access'], TableActions>> = {
  open: {},
  keyed: { quota: ['GetItem'], accounts: ['GetItem'] },
  counted: { quota: ['UpdateItem'], accounts: ['GetItem'] },
};

export const tableActions = (endpoint: Endpoint): TableActions =>
  endpoint.access === 'account' ? endpoint.needs.tables : byAccess[endpoint.access];
