import { readAccount } from '../../accounts/account.ts';
import { requireAccount } from '../../accounts/changes.ts';
import { createDynamodb } from '../../aws/dynamodb.ts';
import { readSettings } from '../../environment/environment.ts';
import { keyId } from '../../keys/format.ts';
import { readUsage } from '../../quota/usage.ts';
import { planNamed } from '../../quota/window.ts';
import { accountEndpoint } from '../../request/account-endpoint.ts';
import { needs } from './endpoint.ts';
import { shownRange, usageView } from './usage-view.ts';

const { ACCOUNT_TABLE, QUOTA_TABLE, PLANS } = readSettings(needs, process.env);
const client = createDynamodb();

export const handler = accountEndpoint(async ({ ref: { id } }) => {
  const now = Date.now();
  const account = requireAccount(await readAccount(client, ACCOUNT_TABLE, id));
  const plan = planNamed(PLANS, account.plan);
  const usage = await readUsage(client, QUOTA_TABLE, { holder: id, plan }, shownRange(now), now);
  return usageView({ plan, keyIds: account.keys.map(({ hash }) => keyId(id, hash)) }, usage, now);
});
