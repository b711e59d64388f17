/**
 * The firewall's limit, per ten minutes, of requests from one IP address that may send a code. Signing in takes about
 * four, signing up two more; several people may share an address. AWS calls it an estimate.
 */
export const codesFromOneAddress = 40;

/** The rule's name in CloudWatch's metrics. */
export const firewallRule = 'codes-from-one-address';

export const firewallName = (stage: string): string => `amplify-${stage}-sign-in`;
