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

test('what only some functions need is in no other bundle', () => {
  const users = (part: RegExp) =>
    bundles()
      .filter(([, { inputs }]) => Object.keys(inputs).some((input) => part.test(input)))
      .map(([path]) => path.replace(/^.*\/|\.js$/g, ''))
      .sort();
  const ofAccounts = endpoints.filter(({ access }) => access === 'account').map(({ name }) => name);
  expect(users(/functions\/handlers\/account\.ts/)).toEqual(ofAccounts.sort());
  expect(users(/functions\/accounts\/account-store\.ts/)).toEqual(ofAccounts);
  expect(users(/functions\/emphasis\//)).toEqual(['emphasize']);
  expect(users(/client-bedrock/)).toEqual(['emphasize']);
  expect(users(/client-cognito/)).toEqual(['delete-account']);
  expect(users(/client-ssm/)).toEqual(['probe']);
});

test('a bundle imports only Node modules, and none that are slow to load', () => {
  const costly = ['node:http', 'node:http2', 'node:process'];
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
  "import { cwd } from 'node:process'; cwd()",
  "import process from 'node:process'; process.cwd()",
  "import * as process from 'node:process'; process.cwd()",
])('a function that needs more than a replacement has does not build: %s', async (contents) => {
  const stdin = { contents, resolveDir: bundling.absWorkingDir };
  const building = build({ ...inMemory([]), stdin, logLevel: 'silent' });
  await expect(building).rejects.toThrow('functions/cold-start/node-process.ts');
});
