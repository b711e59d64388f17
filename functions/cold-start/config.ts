/**
 * Replaces `@smithy/core/config` in the bundles: the clients' settings come from environment variables only.
 * The SDK would also look for `~/.aws` files and instance metadata, which Lambda doesn't have.
 *
 * The exports are typed by what they replace, so that an incompatible version of the SDK does not compile.
 */
import type * as Replaced from '@smithy/core/config';

/** A setting as the SDK declares it, without the part for files. */
type Setting<T> = Omit<Replaced.LoadedConfigSelectors<T>, 'configFileSelector'>;

/** Reads a setting at the first call. */
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

/** Any value other than `true` and `false` counts as not set. */
export const booleanSelector = ((environment, name: string): boolean | undefined => {
  const value = environment[name];
  return value === 'true' || value === 'false' ? value === 'true' : undefined;
}) satisfies typeof Replaced.booleanSelector;

export const SelectorType = {
  ENV: 'env',
  CONFIG: 'shared config entry',
} as const satisfies {
  [Kind in keyof typeof Replaced.SelectorType]: `${(typeof Replaced.SelectorType)[Kind]}`;
};

export const CONFIG_PREFIX_SEPARATOR: typeof Replaced.CONFIG_PREFIX_SEPARATOR = '.';

const flag = (name: string): Setting<boolean> => ({
  environmentVariableSelector: (environment) => booleanSelector(environment, name),
  default: false,
});

export const NODE_USE_DUALSTACK_ENDPOINT_CONFIG_OPTIONS = flag(
  'AWS_USE_DUALSTACK_ENDPOINT' satisfies typeof Replaced.ENV_USE_DUALSTACK_ENDPOINT,
);

export const NODE_USE_FIPS_ENDPOINT_CONFIG_OPTIONS = flag(
  'AWS_USE_FIPS_ENDPOINT' satisfies typeof Replaced.ENV_USE_FIPS_ENDPOINT,
);

export const REGION_ENV_NAME: typeof Replaced.REGION_ENV_NAME = 'AWS_REGION';
export const REGION_INI_NAME: typeof Replaced.REGION_INI_NAME = 'region';

/** Lambda always sets the region. */
export const NODE_REGION_CONFIG_OPTIONS: Omit<
  typeof Replaced.NODE_REGION_CONFIG_OPTIONS,
  'configFileSelector'
> = {
  environmentVariableSelector: (environment) => environment[REGION_ENV_NAME],
  default: async () => {
    throw new ProviderError(`${REGION_ENV_NAME} is not set`);
  },
};

export const NODE_REGION_CONFIG_FILE_OPTIONS: typeof Replaced.NODE_REGION_CONFIG_FILE_OPTIONS = {};

export class ProviderError
  extends Error
  implements Pick<Replaced.ProviderError, 'name' | 'message'>
{
  override name = 'ProviderError';
}

/** The clients always set both. */
type RegionInput = Required<Replaced.RegionInputConfig>;

const provider = <T>(value: T | (() => Promise<T>)): (() => Promise<T>) =>
  value instanceof Function ? value : async () => value;

export const resolveRegionConfig = <Input extends RegionInput>(
  input: Input,
): Input & ReturnType<typeof Replaced.resolveRegionConfig<Input>> =>
  Object.assign(input, {
    region: provider(input.region),
    useFipsEndpoint: provider(input.useFipsEndpoint),
  });

/** `legacy` is the SDK's default. */
export const resolveDefaultsModeConfig = (() => async () =>
  'legacy') satisfies typeof Replaced.resolveDefaultsModeConfig;
