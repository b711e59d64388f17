/** Synthesizes stacks as the CDK's CLI does, by running an app. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Stage } from '../../lib/settings/stages.ts';
import { newFolder } from './at-end.ts';
import { askShared } from './shared/ask.ts';
import type { AppOutcome, AppRun } from './shared/synthesizer.ts';

export interface Resource {
  readonly Type: string;
  readonly Properties: Readonly<Record<string, unknown>>;
  readonly DependsOn?: readonly string[];
  readonly DeletionPolicy?: string;
  readonly UpdateReplacePolicy?: string;
  readonly UpdatePolicy?: {
    readonly CodeDeployLambdaAliasUpdate?: {
      readonly DeploymentGroupName: { readonly Ref: string };
    };
  };
}

export interface Template {
  readonly Resources: Readonly<Record<string, Resource>>;
  readonly Outputs: Readonly<Record<string, { readonly Value: unknown }>>;
  readonly Rules?: Readonly<Record<string, unknown>>;
}

export interface Synthesis extends AppOutcome {
  /** The cloud assembly, removed after the tests. */
  readonly folder: string;
}

type Context = Readonly<Record<string, unknown>>;

/**
 * Synthesizes in a process that the test files share.
 *
 * @param app - the path of the app's module, from the project's root.
 * @param env - further environment variables.
 */
export const synthesize = async (
  context: Context,
  app = 'bin/app.ts',
  env: Readonly<Record<string, string>> = {},
): Promise<Synthesis> => {
  const folder = await newFolder();
  const CDK_CONTEXT_JSON = JSON.stringify(context);
  const environment = { CDK_OUTDIR: folder, CDK_CONTEXT_JSON, ...env };
  return {
    ...(await askShared<AppOutcome>('synthesis', { app, environment } satisfies AppRun)),
    folder,
  };
};

/** An app's cloud assembly. Test files share it, so none may change it. */
const sharedAssembly = (
  app: string,
  context: Context,
  env: Readonly<Record<string, string>> = {},
): Promise<Synthesis> => {
  const environment = { CDK_CONTEXT_JSON: JSON.stringify(context), ...env };
  return askShared<Synthesis>('assembly', { app, environment } satisfies AppRun);
};

/** All stages as deployed, with all checks, in one cloud assembly. */
export const everyStage = (): Promise<Synthesis> =>
  sharedAssembly('test/support/apps/every-stage.ts', {});

export const readTemplate = async (folder: string, stage: string): Promise<Template> =>
  JSON.parse(await readFile(path.join(folder, `amplify-${stage}.template.json`), 'utf8'));

/** Skips bundling, where bundles do not matter. */
export const unbundled = { 'aws:cdk:bundling-stacks': [] };

/** Skips the checks, where other tests run them. */
export const unchecked = { CDK_VALIDATION: 'false' };

/** What the CLI knows of a stack besides its template. */
export interface StackProperties {
  readonly tags: Readonly<Record<string, string>>;
  readonly terminationProtection?: boolean;
}

export const readStack = async (
  folder: string,
  stage: string,
): Promise<{ readonly environment: string; readonly properties: StackProperties }> => {
  const manifest = await readFile(path.join(folder, 'manifest.json'), 'utf8');
  return JSON.parse(manifest).artifacts[`amplify-${stage}`];
};

/** A stage with changed settings, without bundling and checks, of a commit. */
export const changedStage = (
  stage: string,
  changes: Partial<Stage> = {},
  commit?: string,
): Promise<Synthesis> =>
  sharedAssembly(
    'test/support/apps/changed-stage.ts',
    { stage, changes, commit, ...unbundled },
    unchecked,
  );

export const templateOf = async (
  stage: string,
  changes: Partial<Stage> = {},
): Promise<Template> => {
  const { folder } = await changedStage(stage, changes);
  return readTemplate(folder, stage);
};

export const resourcesOf = (
  { Resources }: Template,
  type: string,
): Readonly<Record<string, Resource>> =>
  Object.fromEntries(Object.entries(Resources).filter(([, { Type }]) => Type === type));

/** The only resource of a type. */
export const only = (template: Template, type: string): Resource & { readonly id: string } => {
  const found = Object.entries(resourcesOf(template, type));
  const [[id, resource] = []] = found;
  if (id === undefined || resource === undefined || found.length > 1) {
    throw new Error(`The template has ${found.length} resources of type ${type}.`);
  }
  return { id, ...resource };
};
