/** What keeps an open sign-up from being flooded. */

/**
 * How many requests to sign up are let through in ten minutes, where sign-up is open; who signs up
 * sends about two. Cognito's own limit is 50 a second, and each address that is made up for it costs
 * as much as a caller.
 */
export const signUpLimits = { perAddress: 20, inAll: 100 } as const;

/** The names of the two rules by which CloudWatch counts what they refuse. */
export const signUpRules = { perAddress: 'from-one-address', inAll: 'in-all' } as const;

/** The name of the firewall that has the rules. */
export const signUpFirewallName = (stage: string): string => `amplify-${stage}-sign-up`;
