import { expect, test } from '@jest/globals';
import { deployerSettings } from '../../../lib/settings/deployer.ts';
import { stageNames } from '../../../lib/settings/stages.ts';

const read = (values: Readonly<Record<string, unknown>>) =>
  deployerSettings((name) => values[name]);

test('by default a repository may deploy every stage, to an account without the provider', () => {
  expect(read({ deployer: 'octo-org@123456/octo-repo@456789' })).toEqual({
    repository: 'octo-org@123456/octo-repo@456789',
    environments: stageNames,
    hasProvider: false,
  });
});

test('environments and an existing provider can be given', () => {
  const values = { deployer: 'a/b', environments: 'dev,demo', provider: 'existing' };
  expect(read(values)).toMatchObject({ environments: ['dev', 'demo'], hasProvider: true });
});

test.each([
  ['deployer', 'octo-repo'],
  ['deployer', 'octo-org/*'],
  ['deployer', 'octo-org/octo-repo@456789'],
  ['deployer', 'octo-org/octo-repo:environment:prod'],
  ['environments', 'dev,moon'],
  ['environments', 'dev, demo'],
  ['environments', ''],
  ['provider', 'new'],
])('a %s of "%s" is invalid', (name, value) => {
  expect(() => read({ deployer: 'octo-org/octo-repo', [name]: value })).toThrow(RangeError);
});
