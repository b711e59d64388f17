export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The settings of an SDK client on a developer's or operator's machine. They come from where the AWS CLI takes them:
 * exported keys before `AWS_PROFILE`, which the SDK prefers, and the region also from `AWS_DEFAULT_REGION`, which the
 * SDK does not read. An address of `AWS_ENDPOINT_URL_…` has no FIPS and no dual-stack variant.
 *
 * https://docs.aws.amazon.com/cli/latest/userguide/cli-configure-quickstart.html#cli-configure-quickstart-precedence
 *
 * @param service - as in the variable, e.g. `DYNAMODB`.
 */
export const clientSettings = (environment: Environment, service: string) => {
  const {
    AWS_ACCESS_KEY_ID: accessKeyId,
    AWS_SECRET_ACCESS_KEY: secretAccessKey,
    AWS_SESSION_TOKEN: sessionToken,
  } = environment;
  const region = environment.AWS_REGION || environment.AWS_DEFAULT_REGION;
  return {
    // In milliseconds. With the SDK's three attempts, an error takes half a minute.
    requestHandler: {
      connectionTimeout: 5_000,
      requestTimeout: 10_000,
      throwOnRequestTimeout: true,
    },
    ...(accessKeyId &&
      secretAccessKey && {
        credentials: { accessKeyId, secretAccessKey, ...(sessionToken && { sessionToken }) },
      }),
    ...(region && { region }),
    ...(environment[`AWS_ENDPOINT_URL_${service}`] && {
      useFipsEndpoint: false,
      useDualstackEndpoint: false,
    }),
  };
};
