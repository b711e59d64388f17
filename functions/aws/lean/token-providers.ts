/**
 * Replaces `@aws-sdk/token-providers` in the bundles: Bedrock would take bearer tokens, too, but the
 * functions sign with the credentials of their role.
 *
 * It exports what the client imports from there, under the SDK's names.
 */

const noToken = () => async (): Promise<never> => {
  throw new Error('This bundle has no bearer tokens');
};

export const fromEnvSigningName = noToken;
export const nodeProvider = noToken;
