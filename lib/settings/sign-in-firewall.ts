/**
 * The firewall's limits per ten minutes.
 *
 * - `codesFromOneAddress`: requests from one IP address that may send a code. Signing in takes about four,
 *   signing up two more; several people may share an address.
 * - `signUpsInAll`: sign-up requests from all addresses. Signing up takes about two. Cognito's own limit is 50 a
 *   second, and each new user is billed.
 */
export const firewallLimits = { codesFromOneAddress: 40, signUpsInAll: 100 } as const;

/** The rules' names in CloudWatch's metrics. */
export const firewallRules = {
  codes: 'codes-from-one-address',
  signUps: 'sign-ups-in-all',
} as const;

export const firewallName = (stage: string): string => `amplify-${stage}-sign-in`;
