import { accountEndpoint } from '../account-endpoint.ts';
import { found } from '../accounts/account-store.ts';
import { stageAccounts, viewAccount } from '../accounts/stage-accounts.ts';

const accounts = stageAccounts();
const view = viewAccount();

export const handler = accountEndpoint(async ({ ref }) => view(found(await accounts.read(ref))));
