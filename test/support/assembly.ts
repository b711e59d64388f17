/** Synthesizes CDK apps, outside of Jest's sandbox. */
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { App, type AppProps, Validations } from 'aws-cdk-lib';
import { BUNDLING_STACKS } from 'aws-cdk-lib/cx-api';
import { AwsSolutionsChecks } from 'cdk-nag';
import cdk from '../../cdk.json' with { type: 'json' };
import { buildFunctions } from '../../lib/bundles/bundles.ts';
import { AmplifyStack } from '../../lib/infrastructure/stack.ts';
import { type Stage, stageNamed } from '../../lib/settings/stages.ts';

export interface Synthesis {
  /** The cloud assembly. */
  readonly folder: string;
  /** 0 if the app was synthesized, and broke no rule that was checked. */
  readonly exitCode: number;
  /** What was printed, or the error. */
  readonly output: string;
}

/** Calls a function, and adds what it prints to a list. */
const captured = <Result>(printed: string[], call: () => Result): Result => {
  const writes = [process.stdout, process.stderr].map((stream) => [stream, stream.write] as const);
  for (const [stream] of writes) {
    stream.write = (text: string | Uint8Array) => printed.push(String(text)) > 0;
  }
  try {
    return call();
  } finally {
    for (const [stream, write] of writes) stream.write = write;
  }
};

/**
 * Synthesizes an app.
 *
 * @param checked - whether the CDK checks the rules of CloudFormation and of the app's plugins.
 */
export const synthesized = async (
  make: (props: AppProps) => App | Promise<App>,
  checked: boolean,
): Promise<Synthesis> => {
  const folder = await mkdtemp(path.join(tmpdir(), 'assembly-'));
  const props = {
    analyticsReporting: false,
    postCliContext: cdk.context,
    outdir: folder,
    ...(!checked && { builtinCloudFormationValidation: false }),
  };
  const { exitCode } = process;
  const printed: string[] = [];
  try {
    const app = await captured(printed, () => make(props));
    process.exitCode = 0;
    captured(printed, () => app.synth());
    return { folder, output: printed.join(''), exitCode: Number(process.exitCode) };
  } catch (error) {
    return { folder, output: (error as Error).message, exitCode: 1 };
  } finally {
    process.exitCode = exitCode;
  }
};

/** What a test may change of a stage. */
interface Changes {
  readonly settings?: Partial<Stage>;
  readonly commit?: string;
  /** Whether to check CloudFormation's rules and those of cdk-nag. */
  readonly checked?: boolean;
}

/** By stage and changes, so that test files share them. */
const known = new Map<string, Promise<Synthesis>>();

/** Synthesizes a stage with changed settings, without the code of its functions. */
export const synthesizeStage = (name: string, changes: Changes = {}): Promise<Synthesis> => {
  const { settings, commit, checked = false } = changes;
  const synthesize = () =>
    synthesized((props) => {
      const app = new App({ ...props, context: { [BUNDLING_STACKS]: [] } });
      new AmplifyStack(app, { ...stageNamed(name), ...settings }, new Map(), commit);
      if (checked) Validations.of(app).addPlugins(new AwsSolutionsChecks(app));
      return app;
    }, checked);
  const key = JSON.stringify([name, changes]);
  const synthesis = known.get(key) ?? synthesize();
  known.set(key, synthesis);
  return synthesis;
};

/** Synthesizes stages as deployed, with the code of their functions, into one cloud assembly. */
export const builtStages = async (...names: readonly string[]): Promise<Synthesis> => {
  const bundles = await buildFunctions();
  return synthesized((props) => {
    const app = new App(props);
    for (const name of names) new AmplifyStack(app, stageNamed(name), bundles);
    return app;
  }, false);
};
