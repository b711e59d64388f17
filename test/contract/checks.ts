/** The checks by subject, in the order in which they run: those that use up a window come last. */
import type { Check } from './check.ts';
import { describedChecks, emphasisChecks, healthChecks } from './checks/endpoints.ts';
import { accountChecks, keyChecks } from './checks/keys.ts';
import { quotaChecks, slotChecks } from './checks/quota.ts';
import { corsChecks, routeChecks, siteChecks } from './checks/site.ts';

export const groups = {
  health: healthChecks,
  keys: keyChecks,
  slots: slotChecks,
  described: describedChecks,
  emphasis: emphasisChecks,
  cors: corsChecks,
  routes: routeChecks,
  site: siteChecks,
  accounts: accountChecks,
  quota: quotaChecks,
} as const satisfies Readonly<Record<string, readonly Check[]>>;

export const checks: readonly Check[] = Object.values(groups).flat();
