import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import { build } from 'esbuild';
import { bundling, inMemory } from '../../../lib/bundles/bundles.ts';
import { asksModel, endpoints } from '../../../lib/settings/endpoints.ts';
import { newFolder } from '../../support/at-end.ts';

const names = [...endpoints.map(({ name }) => name), 'probe'];
const { metafile: built } = await build(inMemory(names));

const bundles = () => Object.entries(built.outputs).filter(([, { entryPoint }]) => entryPoint);

test('a bundle has at most 190 KB, 210 with a second client, 280 with a model', () => {
  expect(bundles()).toHaveLength(endpoints.length + 1);
  for (const endpoint of endpoints) {
    const { name } = endpoint;
    const [, bundle] = bundles().find(([file]) => file.endsWith(`/${name}.js`)) ?? [];
    const without = name === 'delete-account' ? 210_000 : 190_000;
    expect(bundle?.bytes).toBeLessThanOrEqual(asksModel(endpoint) ? 280_000 : without);
  }
});

test('the client that only one function needs is in no other bundle', () => {
  const users = (part: RegExp) =>
    bundles()
      .filter(([, { inputs }]) => Object.keys(inputs).some((input) => part.test(input)))
      .map(([file]) => file.replace(/^.*\/|\.js$/g, ''));
  expect(users(/client-bedrock/)).toEqual(['emphasize']);
  expect(users(/client-cognito/)).toEqual(['delete-account']);
});

test('a bundle imports only Node modules, and none that are slow to load', () => {
  const costly = ['node:http', 'node:http2', 'node:process'];
  for (const [, { imports }] of bundles()) {
    for (const imported of imports.filter(({ external, kind }) => external && isLoaded(kind))) {
      expect(imported.path).toMatch(/^node:/);
      expect(costly).not.toContain(imported.path);
    }
  }
});

/** The SDK imports what streams events when a command does, which none of ours is. */
const isLoaded = (kind: string) => kind !== 'dynamic-import';

const buildSource = (contents: string, resolveDir: string = bundling.absWorkingDir) =>
  build({ ...inMemory([]), stdin: { contents, resolveDir }, logLevel: 'silent' });

test('a function that needs more of a module than a bundle has does not build', async () => {
  const source = "import * as http from 'node:http'; http.createServer()";
  await expect(buildSource(source)).rejects.toThrow('functions/aws/node-http.ts');
});

test('a client of the SDK whose settings are in another file than ours does not build', async () => {
  const folder = await newFolder();
  const client = path.join(folder, 'node_modules/@aws-sdk/client-new');
  await mkdir(path.join(client, 'dist-es'), { recursive: true });
  await writeFile(path.join(client, 'package.json'), '{"module":"dist-es/index.js"}');
  await writeFile(path.join(client, 'dist-es/index.js'), "export * from './settings';");
  await writeFile(path.join(client, 'dist-es/settings.js'), 'export const settings = {};');
  await expect(
    buildSource("export { settings } from '@aws-sdk/client-new';", folder),
  ).rejects.toThrow('@aws-sdk/client-new/ has other settings than functions/aws/runtime-config.ts');
});
