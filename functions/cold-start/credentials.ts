/**
 * Replaces `@aws-sdk/credential-provider-node` in the bundles: Lambda puts the role's credentials into the
 * environment. The SDK's provider also includes the clients of STS and SSO.
 */

/** Reads the credentials at the first call. */
export const defaultProvider = () => {
  let credentials: ReturnType<typeof fromEnvironment> | undefined;
  return async () => {
    credentials ??= fromEnvironment();
    return credentials;
  };
};

const fromEnvironment = () => {
  const {
    AWS_ACCESS_KEY_ID: accessKeyId,
    AWS_SECRET_ACCESS_KEY: secretAccessKey,
    AWS_SESSION_TOKEN: sessionToken,
  } = process.env;
  if (!accessKeyId || !secretAccessKey) throw new Error('No AWS credentials in the environment');
  return { accessKeyId, secretAccessKey, ...(sessionToken && { sessionToken }) };
};
