/** The limits of the firewall before the sign-in. */

/**
 * How many requests the firewall lets through in ten minutes.
 *
 * - `codesFromOneAddress`: requests from one IP address that may send a code. Signing in takes about four,
 *   signing up two more; several people may share an address.
 * - `signUpsInAll`: requests to sign up, from all addresses together. Signing up takes about two. Cognito's
 *   own limit is 50 a second, and each new user is billed.
 */
export const firewallLimits = { codesFromOneAddress: 40, signUpsInAll: 100 } as const;

/** The names of the rules, by which CloudWatch counts what they refuse. */
export const firewallRules = {
  codes: 'codes-from-one-address',
  signUps: 'sign-ups-in-all',
} as const;

/** The name of the firewall. */
export const firewallName = (stage: string): string => `amplify-${stage}-sign-in`;
