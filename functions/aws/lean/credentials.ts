/**
 * Replaces `@aws-sdk/credential-provider-node` in the bundles: credentials come from the
 * environment, which is where Lambda puts those of the function's role. The SDK's chain finds them
 * there too, but brings along the clients of STS, SSO and more for the places it would look next.
 */

/** Makes a provider that gives the credentials of the environment: those at its first call, for good. */
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
