import { clientSettings } from '../settings/aws-client.ts';

/** Dummy credentials, with a region: a local DynamoDB requires some, and does not check them. */
export const localCredentials = {
  AWS_REGION: 'us-east-1',
  AWS_ACCESS_KEY_ID: 'local',
  AWS_SECRET_ACCESS_KEY: 'local',
};

/**
 * Finds the developer's AWS credentials as the AWS CLI does: environment, profile, single sign-on. They are not
 * renewed when they expire.
 *
 * @throws {Error} without credentials or region.
 */
export const loadCredentials = async (): Promise<typeof localCredentials> => {
  // Imported only here: most servers don't use Bedrock, and start faster without its client.
  const { BedrockRuntimeClient } = await import('@aws-sdk/client-bedrock-runtime');
  const { config } = new BedrockRuntimeClient(clientSettings(process.env, 'BEDROCK_RUNTIME'));
  try {
    const region = await config.region();
    const { accessKeyId, secretAccessKey, sessionToken } = await config.credentials();
    return {
      AWS_REGION: region,
      AWS_ACCESS_KEY_ID: accessKeyId,
      AWS_SECRET_ACCESS_KEY: secretAccessKey,
      ...(sessionToken !== undefined && { AWS_SESSION_TOKEN: sessionToken }),
    };
  } catch (cause) {
    throw new Error(
      `EMPHASIS_MODEL=bedrock needs AWS credentials and a region: ${(cause as Error).message}`,
      { cause },
    );
  }
};
