/** What is deployed: the bytes that run locally, and the same ones from any machine. */
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, expect, test } from '@jest/globals';
import type { Bundle } from '../../../../lib/settings/bundling.ts';
import { apiEndpoints, functionId } from '../../../../lib/settings/endpoints.ts';
import { siteFunctionId } from '../../../../lib/settings/site-routes.ts';
import { newFolder } from '../../../support/at-end.ts';
import { runNode } from '../../../support/local-server.ts';
import { copyPackages, copyProject } from '../../../support/project-copy.ts';
import { programEnvironment, projectRoot } from '../../../support/service.ts';
import {
  everyStage,
  readTemplate,
  type Synthesis,
  synthesize,
  type Template,
  templateOf,
  unbundled,
  unchecked,
} from '../../../support/synth.ts';

/** prod has whatever the other stages have. */
const stage = 'prod';

/** Builds what the local server runs. Prints the functions, and writes the site. */
const build = (siteFolder: string) => `
  import { buildFunctions } from './lib/settings/bundling.ts';
  import { stageNamed } from './lib/settings/stages.ts';
  import { buildSite } from './lib/site/build.ts';
  buildSite(stageNamed('${stage}'), ${JSON.stringify(siteFolder)});
  console.log(JSON.stringify([...(await buildFunctions())]));`;

let synthesis: Synthesis;
let template: Template;
let bundles: ReadonlyMap<string, Bundle>;
let siteFolder: string;

beforeAll(async () => {
  const cwd = await copyProject(copyPackages);
  siteFolder = await newFolder();
  const env = { ...programEnvironment(), TZ: 'Asia/Tokyo', LANG: 'tr_TR.UTF-8' };
  const args = ['--input-type=module', '--eval', build(siteFolder)];
  const [deployed, { stdout, stderr }] = await Promise.all([
    everyStage(),
    runNode(args, { cwd, env }),
  ]);
  expect(stderr).toBe('');
  bundles = new Map(JSON.parse(stdout));
  synthesis = deployed;
  template = await readTemplate(synthesis.folder, stage);
});

/** The folder that is deployed as a function. */
const assetOf = (id: string): string => {
  const code = template.Resources[id]?.Properties.Code as { readonly S3Key: string } | undefined;
  return path.join(synthesis.folder, `asset.${path.parse(String(code?.S3Key)).name}`);
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

test('each function is deployed as the bundle that runs locally in another folder, byte for byte', async () => {
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

test('so is the site, and its code contains no file of it', async () => {
  const [deployed, local] = [await filesOf(assetOf(siteFunctionId)), await filesOf(siteFolder)];
  expect([...deployed.keys()]).toEqual([...local.keys()]);
  expect(Number(local.get('index.mjs')?.length)).toBeLessThan(20_000);
  for (const [name, content] of local) expect(deployed.get(name)?.equals(content)).toBe(true);
});

test('the same commit gives the same template at any time, without a path of this machine', async () => {
  const app = 'test/support/apps/changed-stage.ts';
  const again = await synthesize({ stage, changes: {}, ...unbundled }, app, unchecked);
  expect(await readTemplate(again.folder, stage)).toEqual(await templateOf(stage));
  expect(JSON.stringify(template)).not.toContain(projectRoot);
});
