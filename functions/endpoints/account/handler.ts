import { requireAccount } from '../../accounts/account-store.ts';
import { stageAccounts, viewAccount } from '../../accounts/stage-accounts.ts';
import { accountEndpoint } from '../../handlers/account.ts';

const accounts = stageAccounts();
const view = viewAccount();

export const handler = accountEndpoint(async ({ ref }) =>
  view(requireAccount(await accounts.read(ref))),
);
