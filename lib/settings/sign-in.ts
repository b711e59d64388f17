/** How callers sign in to a stage that has accounts: what must be the same in AWS and on a laptop. */

/** The name of a stage's user pool in Cognito, by which the operator's tool finds it. */
export const userPoolName = (stage: string): string => `amplify-${stage}`;

/** The page that callers sign in to, and come back to from the sign-in. */
export const dashboardPath = '/dashboard';

/** What the dashboard asks the sign-in for: who the caller is, and their address. */
export const signInScopes = ['openid', 'email'] as const;

/** What an access token must be for at the endpoints of accounts: a token of any other use gets 403. */
export const accountScopes = ['openid'] as const;

/** How long an access token is good for, in minutes. */
export const accessTokenMinutes = 60;

/** How long a function of the dashboard may run, in seconds. The page waits longer for its answer. */
export const accountTimeoutSeconds = 25;
