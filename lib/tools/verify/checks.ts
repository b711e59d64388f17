/** All checks of the contract. */
import type { Check } from './check.ts';
import { accountChecks } from './checks/accounts.ts';
import { corsChecks } from './checks/cors.ts';
import { describedChecks } from './checks/described.ts';
import { emphasisChecks } from './checks/emphasis.ts';
import { healthChecks } from './checks/health.ts';
import { keyChecks } from './checks/keys.ts';
import { quotaChecks } from './checks/quota.ts';
import { routeChecks } from './checks/routes.ts';
import { siteChecks } from './checks/site.ts';
import { slotChecks } from './checks/slots.ts';

/** The checks by subject, in the order in which they run: those that use up a window come last. */
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
};

export const checks: readonly Check[] = Object.values(groups).flat();
