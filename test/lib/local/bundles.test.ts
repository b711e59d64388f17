import { isBuiltin } from 'node:module';
import { expect, test } from '@jest/globals';
import { buildBundles } from '../../../lib/local/bundles.ts';

test('a function becomes one module that imports nothing but Node', async () => {
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

test('a function that has no file is an error that names it', async () => {
  await expect(buildBundles(['health', 'sing'])).rejects.toThrow('functions/sing/handler.ts');
});
