import { requireAccount } from '../../accounts/changes.ts';
import { stageAccounts } from '../../accounts/store.ts';
import { viewAccount } from '../../accounts/view.ts';
import { accountEndpoint } from '../../request/account.ts';
import { readSettings } from '../../settings/needs.ts';
import { needs } from './endpoint.ts';

const settings = readSettings(needs, process.env);
const accounts = stageAccounts(settings);
const view = viewAccount(settings);

export const handler = accountEndpoint(async ({ ref }) =>
  view(requireAccount(await accounts.read(ref))),
);
