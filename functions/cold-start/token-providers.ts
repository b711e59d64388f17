/** Replaces `@aws-sdk/token-providers` in the bundles: the functions sign with their role's credentials. */
const noToken = () => async (): Promise<never> => {
  throw new Error('This bundle has no bearer tokens');
};

export const fromEnvSigningName = noToken;
export const nodeProvider = noToken;
