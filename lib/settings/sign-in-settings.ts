/** The sign-in of a stage with accounts, in AWS and on the local server. */

/** The name by which the operator's tool finds a stage's user pool. */
export const userPoolName = (stage: string): string => `amplify-${stage}`;

/** The scopes that the dashboard requests. */
export const signInScopes = ['openid', 'email'] as const;

/** The scopes that the account endpoints require. A token without them gets 403. */
export const accountScopes = ['openid'] as const;

export const accessTokenMinutes = 60;

/** The time-out of the account endpoints. The dashboard waits longer. */
export const accountTimeoutSeconds = 25;
