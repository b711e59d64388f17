import { afterEach, expect, test } from '@jest/globals';
import {
  loadConfig,
  NODE_REGION_CONFIG_OPTIONS,
  NODE_USE_FIPS_ENDPOINT_CONFIG_OPTIONS,
  resolveRegionConfig,
} from '../../../../functions/aws/lean/config.ts';

const variables = process.env;

afterEach(() => {
  process.env = variables;
});

test('reads a setting on demand', async () => {
  const region = loadConfig(NODE_REGION_CONFIG_OPTIONS);
  process.env = { AWS_REGION: 'eu-north-1' };
  expect(await region()).toBe('eu-north-1');
});

test('returns the default of a missing setting', async () => {
  process.env = {};
  expect(await loadConfig(NODE_USE_FIPS_ENDPOINT_CONFIG_OPTIONS)()).toBe(false);
  await expect(loadConfig(NODE_REGION_CONFIG_OPTIONS)()).rejects.toThrow('AWS_REGION is not set');
});

test('accepts region and endpoint options as values or functions', async () => {
  const values = resolveRegionConfig({ region: 'eu-north-1', useFipsEndpoint: true });
  const functions = resolveRegionConfig({
    region: async () => 'eu-north-1',
    useFipsEndpoint: async () => true,
  });
  for (const { region, useFipsEndpoint } of [values, functions]) {
    expect(await region()).toBe('eu-north-1');
    expect(await useFipsEndpoint()).toBe(true);
  }
});
