/** What is deployed: the bytes that run locally, and the same ones from any machine. */
import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { beforeAll, expect, test } from '@jest/globals';
import type { SiteOrder } from '../../../../lib/local/site-builder.ts';
import { buildFunctions } from '../../../../lib/settings/bundling.ts';
import { apiEndpoints, functionId } from '../../../../lib/settings/endpoints.ts';
import { siteFunctionId } from '../../../../lib/settings/site-routes.ts';
import { defaultStage, stageNamed } from '../../../../lib/settings/stages.ts';
import { newFolder } from '../../../support/at-end.ts';
import { copyPackages, copyProject } from '../../../support/project-copy.ts';
import { projectRoot } from '../../../support/service.ts';
import {
  everyStage,
  readTemplate,
  type Synthesis,
  synthesizeCopy,
  type Template,
  unchecked,
} from '../../../support/synth.ts';

/** prod has whatever the other stages have. */
const stage = 'prod';

let here: Synthesis;
let elsewhere: Synthesis;
let template: Template;

beforeAll(async () => {
  const root = await copyProject(copyPackages);
  [here, elsewhere] = await Promise.all([
    everyStage(),
    synthesizeCopy(root, defaultStage, { ...unchecked, TZ: 'Asia/Tokyo', LANG: 'tr_TR.UTF-8' }),
  ]);
  expect(here).toMatchObject({ exitCode: 0 });
  template = await readTemplate(here.folder, stage);
});

/** The folder that is deployed as a function. */
const assetOf = (id: string): string => {
  const code = template.Resources[id]?.Properties.Code as { readonly S3Key: string } | undefined;
  return path.join(here.folder, `asset.${path.parse(String(code?.S3Key)).name}`);
};

/** The files below a folder, by their paths there. */
const filesOf = async (folder: string): Promise<ReadonlyMap<string, Buffer>> => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name));
  return new Map(
    await Promise.all(
      files
        .sort()
        .map(async (file) => [path.relative(folder, file), await readFile(file)] as const),
    ),
  );
};

test('esbuild reports no warning', () => {
  expect(elsewhere.output).not.toContain('[WARNING]');
});

test('each function is deployed as the bundle that runs locally, byte for byte', async () => {
  const bundles = await buildFunctions(apiEndpoints.map(({ name }) => name));
  for (const endpoint of apiEndpoints) {
    const files = await filesOf(assetOf(functionId(endpoint)));
    const bundle = bundles.get(endpoint.name);
    const local = { 'index.mjs': bundle?.code, ...bundle?.files };
    expect([...files.keys()].sort()).toEqual(Object.keys(local).sort());
    for (const [name, text] of Object.entries(local)) {
      expect(files.get(name)?.toString() === text).toBe(true);
    }
  }
});

test('the site is deployed as it is served locally, byte for byte, and its code contains no file of it', async () => {
  const folder = await newFolder();
  const order: SiteOrder = { stage: stageNamed(stage), folder };
  const builder = path.join(projectRoot, 'lib/local/site-builder.ts');
  await once(new Worker(builder, { workerData: order }), 'exit');
  const [deployed, local] = [await filesOf(assetOf(siteFunctionId)), await filesOf(folder)];
  expect([...deployed.keys()]).toEqual([...local.keys()]);
  expect(Number(local.get('index.mjs')?.length)).toBeLessThan(20_000);
  for (const [name, content] of local) expect(deployed.get(name)?.equals(content)).toBe(true);
});

test('the same commit gives the same template and bundles, in any folder', async () => {
  const first = await readTemplate(here.folder, defaultStage);
  expect(elsewhere).toMatchObject({ exitCode: 0 });
  // Neither contains a commit: the copy has no git, and shared stages are built without one.
  expect(await readTemplate(elsewhere.folder, defaultStage)).toEqual(first);
});
