import { isBuiltin } from 'node:module';
import { expect, test } from '@jest/globals';
import { buildBundles } from '../../../lib/local/bundles.ts';

test('a bundle imports only built-in modules', async () => {
  const bundles = await buildBundles(['health', 'shout']);
  expect([...bundles.keys()].sort()).toEqual(['health', 'shout']);
  for (const { code, files } of bundles.values()) {
    expect(files).toEqual({});
    expect(code).toMatch(/export\{[\w$]+ as handler\}/);
    const imports = [...code.matchAll(/\bimport[^;"]*from"([^"]+)"/g)].map(([, name]) =>
      String(name),
    );
    expect(imports.filter((name) => !isBuiltin(name))).toEqual([]);
  }
});

test('an unknown function is an error that names its file', async () => {
  await expect(buildBundles(['health', 'sing'])).rejects.toThrow('functions/sing/handler.ts');
});
