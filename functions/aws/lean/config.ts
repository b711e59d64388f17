/**
 * Replaces `@smithy/core/config` in the bundles: the clients' settings come from environment
 * variables alone. Lambda has neither the `~/.aws` files nor the instance metadata that the SDK
 * would look at next, and even to find the files absent takes time from the first request.
 *
 * It exports what the clients import from there, under the SDK's names.
 */

/** A setting as the SDK declares it. */
interface Setting<T> {
  readonly environmentVariableSelector: (
    environment: NodeJS.ProcessEnv,
    options: object,
  ) => T | undefined;
  readonly default: T | (() => Promise<T>);
}

/** Makes a function that gives a setting: what the environment says at its first call, or else the default. */
export const loadConfig = <T>(
  { environmentVariableSelector, default: fallback }: Setting<T>,
  options: object = {},
): (() => Promise<T>) => {
  const read = async () =>
    environmentVariableSelector(process.env, options) ??
    (fallback instanceof Function ? fallback() : fallback);
  let setting: Promise<T> | undefined;
  return () => {
    setting ??= read();
    return setting;
  };
};

/** Reads a variable that is `true` or `false`; anything else counts as not set. */
export const booleanSelector = (
  environment: NodeJS.ProcessEnv,
  name: string,
): boolean | undefined => {
  const value = environment[name];
  return value === 'true' || value === 'false' ? value === 'true' : undefined;
};

/** The kinds of source that the SDK names in its calls of {@link booleanSelector}. */
export const SelectorType = { ENV: 'env', CONFIG: 'shared config entry' } as const;

/** What joins a section's names in `~/.aws/config`. */
export const CONFIG_PREFIX_SEPARATOR = '.';

const flag = (name: string): Setting<boolean> => ({
  environmentVariableSelector: (environment) => booleanSelector(environment, name),
  default: false,
});

/** Whether to call endpoints that have IPv6 as well. */
export const NODE_USE_DUALSTACK_ENDPOINT_CONFIG_OPTIONS = flag('AWS_USE_DUALSTACK_ENDPOINT');

/** Whether to call endpoints that are validated for FIPS 140. */
export const NODE_USE_FIPS_ENDPOINT_CONFIG_OPTIONS = flag('AWS_USE_FIPS_ENDPOINT');

/** The region's name in the environment and in the files. */
export const REGION_ENV_NAME = 'AWS_REGION';
export const REGION_INI_NAME = 'region';

/** The region, which Lambda always sets. */
export const NODE_REGION_CONFIG_OPTIONS: Setting<string> = {
  environmentVariableSelector: (environment) => environment[REGION_ENV_NAME],
  default: async () => {
    throw new ProviderError(`${REGION_ENV_NAME} is not set`);
  },
};

/** Which file would name the region. */
export const NODE_REGION_CONFIG_FILE_OPTIONS = {};

/** What a provider throws that has nothing to give. */
export class ProviderError extends Error {
  override name = 'ProviderError';
}

interface RegionInput {
  readonly region: string | (() => Promise<string>);
  readonly useFipsEndpoint: boolean | (() => Promise<boolean>);
}

const provider = <T>(value: T | (() => Promise<T>)): (() => Promise<T>) =>
  value instanceof Function ? value : async () => value;

/** Makes functions of a client's region and of its choice of endpoint. */
export const resolveRegionConfig = <Input extends RegionInput>(input: Input) =>
  Object.assign(input, {
    region: provider(input.region),
    useFipsEndpoint: provider(input.useFipsEndpoint),
  });

/** The SDK's mode of defaults: `legacy`, as when nothing is said. */
export const resolveDefaultsModeConfig = () => async () => 'legacy' as const;
