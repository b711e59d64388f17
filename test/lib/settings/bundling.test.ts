import { beforeAll, expect, test } from '@jest/globals';
import { build, type Metafile } from 'esbuild';
import { bundling, inMemory } from '../../../lib/settings/bundling.ts';
import { asksModel, endpoints } from '../../../lib/settings/endpoints.ts';

let built: Metafile;

beforeAll(async () => {
  const names = [...endpoints.map(({ name }) => name), 'probe'];
  ({ metafile: built } = await build(inMemory(names)));
});

const bundles = () => Object.entries(built.outputs).filter(([, { entryPoint }]) => entryPoint);

test('a bundle has at most 200 KB, 220 with a second client, 350 with a model', () => {
  expect(bundles()).toHaveLength(endpoints.length + 1);
  for (const endpoint of endpoints) {
    const { name } = endpoint;
    const [, bundle] = bundles().find(([path]) => path.endsWith(`/${name}.js`)) ?? [];
    const without = name === 'delete-account' ? 220_000 : 200_000;
    expect(bundle?.bytes).toBeLessThanOrEqual(asksModel(endpoint) ? 350_000 : without);
  }
});

test('only emphasize includes its model', () => {
  const emphasisOnly = /emphasis|bedrock|micromark|http2/;
  for (const [path, { inputs }] of bundles()) {
    const alien = Object.keys(inputs).filter((input) => emphasisOnly.test(input));
    expect(alien.length > 0).toBe(path.endsWith('/emphasize.js'));
  }
});

test('only account endpoints include accounts, and only one Cognito', () => {
  for (const [path, { inputs }] of bundles()) {
    const { access } = endpoints.find(({ name }) => path.endsWith(`/${name}.js`)) ?? {};
    const has = (part: RegExp) => Object.keys(inputs).some((input) => part.test(input));
    expect(has(/functions\/account-endpoint|accounts\/(?:account-store|changes)/)).toBe(
      access === 'account',
    );
    expect(has(/cognito/)).toBe(path.endsWith('/delete-account.js'));
    expect(has(/client-ssm/)).toBe(path.endsWith('/probe.js'));
  }
});

test('a bundle imports only Node modules, and none that are slow to load', () => {
  const costly = ['node:fs', 'node:http', 'node:http2', 'node:process'];
  for (const [, { imports }] of bundles()) {
    for (const { path } of imports.filter(({ external }) => external)) {
      expect(path).toMatch(/^node:/);
      expect(costly).not.toContain(path);
    }
  }
});

test('each replacement is used', () => {
  const imports = Object.values(built.inputs).flatMap((input) => input.imports);
  const used = new Set(imports.map(({ path }) => path));
  const files = Object.values(bundling.alias).map((file) => file.replace('./', ''));
  expect(files.length).toBeGreaterThan(0);
  expect(files.filter((file) => !used.has(file))).toEqual([]);
});

test.each([
  ["import { existsSync } from 'node:fs'; existsSync('a')", 'existsSync'],
  ["import fs from 'node:fs'; fs.existsSync('a')", 'default'],
  ["import * as fs from 'node:fs'; fs.existsSync('a')", 'existsSync'],
])(
  'a function that needs more than a replacement has does not build: %s',
  async (contents, name) => {
    const stdin = { contents, resolveDir: bundling.absWorkingDir };
    const building = build({ ...inMemory([]), stdin, logLevel: 'silent' });
    await expect(building).rejects.toThrow(
      new RegExp(
        `"${name}".*functions/cold-start/node-fs.ts|functions/cold-start/node-fs.ts".*"${name}"`,
      ),
    );
  },
);
