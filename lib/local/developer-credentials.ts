/** As whom the functions call AWS. */
/** A region and credentials, by the names of the variables in which the functions find them. */
export interface AwsCredentials {
  readonly AWS_REGION: string;
  readonly AWS_ACCESS_KEY_ID: string;
  readonly AWS_SECRET_ACCESS_KEY: string;
  readonly AWS_SESSION_TOKEN?: string;
}

/**
 * Finds the developer's own, as the AWS CLI does: in the environment, in a profile, by single sign-on
 * and so on. When they expire, they are not renewed.
 *
 * @throws {Error} when there are none, or no region; the message is for the developer.
 */
export const developerCredentials = async (): Promise<AwsCredentials> => {
  // Most servers ask no model in Bedrock, and start sooner without its client.
  const { BedrockRuntimeClient } = await import('@aws-sdk/client-bedrock-runtime');
  const { config } = new BedrockRuntimeClient();
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
