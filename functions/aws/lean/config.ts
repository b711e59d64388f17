/**
 * Replaces `@smithy/core/config` in the bundles: the clients' settings come from environment
 * variables alone. Lambda has neither the `~/.aws` files nor the instance metadata that the SDK
 * would look at next, and even to find the files absent takes time from the first request.
 *
 * It exports what the clients import from there, under the SDK's names. Each is typed by what it
 * replaces, so that a version of the SDK in which that is another thing does not compile.
 */
import type * as Replaced from '@smithy/core/config';

/** A setting as the SDK declares it, but for what it would read from the files. */
type Setting<T> = Omit<Replaced.LoadedConfigSelectors<T>, 'configFileSelector'>;

/** Makes a function that gives a setting: what the environment says at its first call, or else the default. */
export const loadConfig = (<T>(
  { environmentVariableSelector, default: fallback }: Setting<T>,
  options: Replaced.EnvOptions = {},
): (() => Promise<T>) => {
  const read = async () =>
    environmentVariableSelector(process.env, options) ??
    (fallback instanceof Function ? fallback() : fallback);
  let setting: Promise<T> | undefined;
  return () => {
    setting ??= read();
    return setting;
  };
}) satisfies typeof Replaced.loadConfig;

/** Reads a variable that is `true` or `false`; anything else counts as not set. */
export const booleanSelector = ((environment, name: string): boolean | undefined => {
  const value = environment[name];
  return value === 'true' || value === 'false' ? value === 'true' : undefined;
}) satisfies typeof Replaced.booleanSelector;

/** The kinds of source that the SDK names in its calls of {@link booleanSelector}. */
export const SelectorType = {
  ENV: 'env',
  CONFIG: 'shared config entry',
} as const satisfies {
  [Kind in keyof typeof Replaced.SelectorType]: `${(typeof Replaced.SelectorType)[Kind]}`;
};

/** What joins a section's names in `~/.aws/config`. */
export const CONFIG_PREFIX_SEPARATOR: typeof Replaced.CONFIG_PREFIX_SEPARATOR = '.';

const flag = (name: string): Setting<boolean> => ({
  environmentVariableSelector: (environment) => booleanSelector(environment, name),
  default: false,
});

/** Whether to call endpoints that have IPv6 as well. */
export const NODE_USE_DUALSTACK_ENDPOINT_CONFIG_OPTIONS = flag(
  'AWS_USE_DUALSTACK_ENDPOINT' satisfies typeof Replaced.ENV_USE_DUALSTACK_ENDPOINT,
);

/** Whether to call endpoints that are validated for FIPS 140. */
export const NODE_USE_FIPS_ENDPOINT_CONFIG_OPTIONS = flag(
  'AWS_USE_FIPS_ENDPOINT' satisfies typeof Replaced.ENV_USE_FIPS_ENDPOINT,
);

/** The region's name in the environment and in the files. */
export const REGION_ENV_NAME: typeof Replaced.REGION_ENV_NAME = 'AWS_REGION';
export const REGION_INI_NAME: typeof Replaced.REGION_INI_NAME = 'region';

/** The region, which Lambda always sets. */
export const NODE_REGION_CONFIG_OPTIONS: Omit<
  typeof Replaced.NODE_REGION_CONFIG_OPTIONS,
  'configFileSelector'
> = {
  environmentVariableSelector: (environment) => environment[REGION_ENV_NAME],
  default: async () => {
    throw new ProviderError(`${REGION_ENV_NAME} is not set`);
  },
};

/** Which file would name the region. */
export const NODE_REGION_CONFIG_FILE_OPTIONS: typeof Replaced.NODE_REGION_CONFIG_FILE_OPTIONS = {};

/** What a provider throws that has nothing to give. */
export class ProviderError
  extends Error
  implements Pick<Replaced.ProviderError, 'name' | 'message'>
{
  override name = 'ProviderError';
}

/** The clients' settings that say where to call. They always give both. */
type RegionInput = Required<Replaced.RegionInputConfig>;

const provider = <T>(value: T | (() => Promise<T>)): (() => Promise<T>) =>
  value instanceof Function ? value : async () => value;

/** Makes functions of a client's region and of its choice of endpoint. */
export const resolveRegionConfig = <Input extends RegionInput>(
  input: Input,
): Input & ReturnType<typeof Replaced.resolveRegionConfig<Input>> =>
  Object.assign(input, {
    region: provider(input.region),
    useFipsEndpoint: provider(input.useFipsEndpoint),
  });

/** The SDK's mode of defaults: `legacy`, as when nothing is said. */
export const resolveDefaultsModeConfig = (() => async () =>
  'legacy') satisfies typeof Replaced.resolveDefaultsModeConfig;
