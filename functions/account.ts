import { accountEndpoint } from './account-endpoint.ts';
import { accountAccess } from './accounts/account-access.ts';
import { accountViewer } from './accounts/account-viewer.ts';
import { found } from './accounts/changes.ts';

const { accounts } = accountAccess();
const view = accountViewer();

/** `GET /account`: shows the caller's account with its keys. */
export const handler = accountEndpoint(async ({ id }) => view(found(await accounts.read(id))));
