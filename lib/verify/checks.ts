/** All checks of the contract that a service can be put to from outside. */
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

/** The checks by what they look at, in the order in which they are made: those that exhaust a key come last. */
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

/** The name of a group. */
export type Group = keyof typeof groups;

/** All of them. */
export const checks: readonly Check[] = Object.values(groups).flat();
