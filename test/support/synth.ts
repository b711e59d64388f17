/** Synthesizes stacks, and reads their templates. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Plan } from '../../functions/quota/window.ts';
import type * as app from '../../lib/infrastructure/amplify-app.ts';
import { type Accounts, type Stage, stageNamed } from '../../lib/settings/stages.ts';
import type * as assembly from './assembly.ts';

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

const { synthesized, ...stages } = await outside<typeof assembly>('./assembly.ts');
export const { builtStages, synthesizeStage } = stages;
const { amplifyApp } = await outside<typeof app>('../../lib/infrastructure/amplify-app.ts');

/** Runs the app of `cdk synth` with context values, without building functions and checking rules. */
export const synthesize = (context: Readonly<Record<string, string>>) =>
  synthesized(
    (props) => amplifyApp({ ...props, context: { ...context, 'aws:cdk:bundling-stacks': [] } }),
    false,
  );

export const readTemplate = async (folder: string, stage: string): Promise<Template> =>
  JSON.parse(await readFile(path.join(folder, `amplify-${stage}.template.json`), 'utf8'));

/** What the CLI knows of a stack besides its template. */
interface StackEntry {
  readonly environment: string;
  readonly properties: { readonly tags: object; readonly terminationProtection?: boolean };
}

export const readStack = async (folder: string, stage: string): Promise<StackEntry> => {
  const manifest = await readFile(path.join(folder, 'manifest.json'), 'utf8');
  return JSON.parse(manifest).artifacts[`amplify-${stage}`];
};

export const buildTemplate = async (
  stage: string,
  settings: Partial<Stage> = {},
): Promise<Template> => {
  const { folder, output, exitCode } = await synthesizeStage(stage, { settings });
  if (exitCode !== 0) throw new Error(output);
  return readTemplate(folder, stage);
};

/** Changes of the accounts of prod. */
export const accountsWith = (changes: Partial<Accounts>, plans?: readonly Plan[]) => {
  const { keys } = stageNamed('prod');
  if (keys.policy !== 'issued') throw new TypeError('prod has no accounts.');
  const accounts = { ...keys.accounts, ...changes };
  return { keys: { ...keys, plans: plans ?? keys.plans, accounts } };
};

export const certificateArn =
  'arn:aws:acm:us-east-1:123456789012:certificate/12345678-1234-1234-1234-123456789012';

/** prod, with whatever a stage can have. */
export const complete = {
  ...accountsWith({
    emailFrom: 'hello@example.com',
    documents: { termsUrl: 'https://example.com/terms', privacyUrl: 'https://example.com/privacy' },
  }),
  monitoring: {
    ...{ pageEmail: 'pager@example.com', notifyEmail: 'team@example.com' },
    ...{ canary: true, usdPerHour: 5 },
  },
  domain: { name: 'api.example.com', certificateArn },
  budget: { usdPerDay: 50, email: 'money@example.com' },
  env: { account: '123456789012', region: 'us-east-1' },
} satisfies Partial<Stage>;

const limits = { requestsPerSecond: 300, burst: 1_500 };

/** Like `complete`, with every setting changed: by invitation only, at no address but its domain, and removed with its data. */
export const changed = {
  ...accountsWith(
    {
      ...{ signUp: 'invitation', signUps: { limit: 30, windowSeconds: 3_600 }, activeKeys: 4 },
      ...{ changesPerDay: 30, firstPlan: 'basic', emailFrom: 'hello@example.org' },
      documents: { termsUrl: 'https://example.org/terms', privacyUrl: 'https://example.org/data' },
      ...{ throttle: limits, usageThrottle: limits },
    },
    [{ name: 'basic', limit: 60, windowSeconds: 3_600 }],
  ),
  contact: 'help@example.org',
  emphasis: { model: 'embedded' },
  ...{ throttle: limits, openThrottle: limits, siteThrottle: limits, unknownThrottle: limits },
  ...{ logRetentionDays: 30, systemLogLevel: 'INFO', requestMetricsSampling: 0 },
  monitoring: {
    ...{ pageEmail: 'pager@example.org', notifyEmail: 'team@example.org' },
    ...{ canary: false, usdPerHour: 9, alarms: ['faults'] },
  },
  domain: {
    name: 'api.example.org',
    certificateArn: certificateArn.replace('/1', '/2'),
    disableExecuteApiEndpoint: true,
  },
  budget: { usdPerDay: 70, email: 'money@example.org' },
  env: complete.env,
  removal: 'destroy',
} satisfies Partial<Stage>;

export const findResources = (
  { Resources }: Template,
  type: string,
): Readonly<Record<string, Resource>> =>
  Object.fromEntries(Object.entries(Resources).filter(([, { Type }]) => Type === type));

/** The properties of all resources of a type. */
export const findProperties = (template: Template, type: string) =>
  Object.values(findResources(template, type)).map(({ Properties }) => Properties);

/** The only resource of a type. */
export const only = (template: Template, type: string): Resource & { readonly id: string } => {
  const resources = Object.entries(findResources(template, type));
  const [[id, resource] = []] = resources;
  if (id === undefined || resource === undefined || resources.length > 1) {
    throw new Error(`The template has ${resources.length} resources of type ${type}.`);
  }
  return { id, ...resource };
};
