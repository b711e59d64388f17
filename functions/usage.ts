import { accountEndpoint } from './account-endpoint.ts';
import { readAccount } from './accounts/account-item.ts';
import { found } from './accounts/account-store.ts';
import { askedTimeZone } from './accounts/usage/asked-time-zone.ts';
import { readUsage, SummingUnfinished } from './accounts/usage/read-usage.ts';
import { usageView } from './accounts/usage/usage-view.ts';
import { dynamodb } from './aws/dynamodb.ts';
import { httpError } from './http/http-error.ts';
import { readAccountSettings } from './settings/account-settings.ts';

const { ACCOUNT_TABLE: accountTable, QUOTA_TABLE: quotaTable } = readAccountSettings(process.env, [
  'ACCOUNT_TABLE',
  'QUOTA_TABLE',
]);
const client = dynamodb();

/** `GET /account/usage?time_zone=Asia/Kathmandu`: shows the accepted calls of the last hours and days. */
export const handler = accountEndpoint(async ({ ref, event }) => {
  const zone = askedTimeZone(event.queryStringParameters?.time_zone);
  const account = found(await readAccount(client, accountTable, ref.id));
  const now = Date.now();
  const tables = { client, quotaTable };
  const calls = await readUsage(tables, account, now).catch(unfinished);
  return usageView(account, calls, zone, now);
});

/** Seconds until the summing may go on. */
const retryAfterSeconds = 1;

const unfinished = (cause: unknown): never => {
  if (!(cause instanceof SummingUnfinished)) throw cause;
  throw httpError(
    503,
    `There are more calls than can be summed up at once. Try again in ${retryAfterSeconds} s: it goes on from here.`,
    { headers: { 'Retry-After': String(retryAfterSeconds) }, cause },
  );
};
