import { requireAccount } from '../../accounts/account-store.ts';
import { stageAccounts, viewAccount } from '../../accounts/stage-accounts.ts';
import { accountEndpoint } from '../../request/account.ts';
import { readSettings } from '../../settings/needs.ts';
import { needs } from './endpoint.ts';

const settings = readSettings(needs, process.env);
const accounts = stageAccounts(settings);
const view = viewAccount(settings);

export const handler = accountEndpoint(async ({ ref }) =>
  view(requireAccount(await accounts.read(ref))),
);
