/**
 * The settings of the SDK's clients in Lambda. `lib/bundles/bundles.ts` gives them to each client instead of the SDK's
 * settings for Node. Those load what Lambda has no use for, while a caller waits for the start of a function: where a
 * laptop has its credentials, the files in `~/.aws`, HTTP/2.
 *
 * If this file does not compile after an upgrade of the SDK, a client wants other settings: its `runtimeConfig.js` says
 * which, and what Node's values are.
 */
import type { getRuntimeConfig as bedrock } from '@aws-sdk/client-bedrock-runtime/dist-types/runtimeConfig.js';
import type { getRuntimeConfig as cognito } from '@aws-sdk/client-cognito-identity-provider/dist-types/runtimeConfig.js';
import type { getRuntimeConfig as dynamodb } from '@aws-sdk/client-dynamodb/dist-types/runtimeConfig.js';
import type { getRuntimeConfig } from '@aws-sdk/client-dynamodb/dist-types/runtimeConfig.shared.js';

/** The settings that a client shares with browsers. */
type Shared = ReturnType<typeof getRuntimeConfig>;

/** The settings that the clients in this folder are created with. */
type Own = Readonly<Record<'maxAttempts' | 'requestHandler', unknown>>;

type Needed<Client extends (config: never) => object> = Omit<
  ReturnType<Client>,
  keyof Shared | keyof Own
>;

/** All settings of a client. Region, credentials and the service's address are read from the environment only once. */
export const runtimeConfig = <Config extends Own>(config: Config, shared: Shared) => ({
  ...shared,
  ...fixedEndpoint(shared.serviceId),
  ...readEnvironment(),
  ...config,
});

/** The variables that Lambda sets for each function. */
type LambdaEnvironment = Readonly<
  Record<'AWS_REGION' | 'AWS_ACCESS_KEY_ID' | 'AWS_SECRET_ACCESS_KEY' | 'AWS_SESSION_TOKEN', string>
>;

const readEnvironment = () => {
  const {
    AWS_REGION: region,
    AWS_ACCESS_KEY_ID: accessKeyId,
    AWS_SECRET_ACCESS_KEY: secretAccessKey,
    AWS_SESSION_TOKEN: sessionToken,
  } = process.env as unknown as LambdaEnvironment;
  const credentials = { accessKeyId, secretAccessKey, sessionToken };
  return {
    runtime: 'node',
    region,
    credentialDefaultProvider: () => async () => credentials,
    accountIdEndpointMode: 'disabled',
    authSchemePreference: [],
    bodyLengthChecker: Buffer.byteLength,
    defaultSocketTimeout: undefined,
    defaultUserAgentProvider: async () => [],
    defaultsMode: async () => 'legacy',
    endpointDiscoveryEnabledProvider: async () => false,
    eventStreamPayloadHandlerProvider: absent,
    eventStreamSerdeProvider: absent,
    retryMode: 'standard',
    // Our request handler's responses are not streams.
    streamCollector: absent,
    useDualstackEndpoint: false,
    useFipsEndpoint: false,
    userAgentAppId: async () => undefined,
  } satisfies Needed<typeof dynamodb> & Needed<typeof bedrock> & Needed<typeof cognito>;
};

const absent = () => undefined as never;

/**
 * The endpoint that the SDK's own variable names, if it is set. The SDK itself would parse the variable and evaluate
 * its endpoint rules for each command.
 */
const fixedEndpoint = (serviceId: string) => {
  const service = serviceId.toUpperCase().replaceAll(' ', '_');
  const address = process.env[`AWS_ENDPOINT_URL_${service}`];
  if (!address) return {};
  const url = new URL(address);
  const { protocol, hostname, port, pathname: path } = url;
  const endpoint = { protocol, hostname, path, ...(port !== '' && { port: Number(port) }) };
  return { endpoint: async () => endpoint, endpointProvider: () => ({ url }) };
};
