/** Synthesizes the stack as the CDK's CLI does, by running the app, for tests. */
import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll } from '@jest/globals';
import { projectRoot } from './service.ts';

/** A resource of a CloudFormation template. */
export interface Resource {
  readonly Type: string;
  readonly Properties: Readonly<Record<string, unknown>>;
  readonly DependsOn?: readonly string[];
  readonly DeletionPolicy?: string;
  readonly UpdateReplacePolicy?: string;
}

/** A CloudFormation template. */
export interface Template {
  readonly Resources: Readonly<Record<string, Resource>>;
  readonly Outputs: Readonly<Record<string, unknown>>;
}

/** What became of a synthesis. */
export interface Synthesis {
  readonly exitCode: number | null;
  /** All that the program has written. */
  readonly output: string;
  /** The cloud assembly's folder. It is removed after the tests. */
  readonly folder: string;
}

const folders: string[] = [];

afterAll(async () => {
  await Promise.all(folders.map((folder) => rm(folder, { recursive: true })));
});

/** How to run the app. */
export interface SynthesisOptions {
  /** What Node runs instead of the app itself. */
  readonly args?: readonly string[];
  /** The project's folder, for a copy of it. */
  readonly root?: string;
  /** Further environment variables. */
  readonly env?: Readonly<Record<string, string>>;
}

/**
 * Runs the app.
 *
 * @param context - the context values that the CLI would pass on, such as the stage.
 */
export const synthesize = async (
  context: Readonly<Record<string, unknown>>,
  { args = ['bin/app.ts'], root = projectRoot, env = {} }: SynthesisOptions = {},
): Promise<Synthesis> => {
  const folder = await mkdtemp(path.join(tmpdir(), 'amplify-synth-'));
  folders.push(folder);
  const child = spawn(process.execPath, args, {
    cwd: root,
    env: {
      PATH: process.env.PATH,
      CDK_OUTDIR: folder,
      CDK_CONTEXT_JSON: JSON.stringify(context),
      ...env,
    },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => {
      output += text;
    });
  }
  const exitCode = await new Promise<number | null>((resolve) => child.on('close', resolve));
  return { exitCode, output, folder };
};

/** Reads the template of a stage. */
export const readTemplate = async (folder: string, stage: string): Promise<Template> =>
  JSON.parse(await readFile(path.join(folder, `amplify-${stage}.template.json`), 'utf8'));

/** Leaves the functions unbuilt, where their bundles are not the point. */
export const unbundled = { 'aws:cdk:bundling-stacks': [] };
