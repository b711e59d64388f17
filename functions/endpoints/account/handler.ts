import { createStageAccounts } from '../../accounts/account-store.ts';
import { requireAccount } from '../../accounts/changes.ts';
import { accountView } from '../../accounts/view.ts';
import { readSettings } from '../../environment/environment.ts';
import { accountEndpoint } from '../../request/account-endpoint.ts';
import { needs } from './endpoint.ts';

const settings = readSettings(needs, process.env);
const accounts = createStageAccounts(settings);

export const handler = accountEndpoint(async ({ ref }) =>
  accountView(requireAccount(await accounts.read(ref)), settings),
);
