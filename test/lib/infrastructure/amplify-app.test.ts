/** What the app synthesizes, and what it does not. */
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import type * as app from '../../../lib/infrastructure/amplify-app.ts';
import type { Stage } from '../../../lib/settings/stages.ts';
import type * as assembly from '../../support/assembly.ts';
import { newFolder } from '../../support/at-end.ts';
import { programEnvironment, runNode } from '../../support/service.ts';
import {
  accountsWith,
  complete,
  findResources,
  readStack,
  readTemplate,
  synthesize,
  synthesizeStage,
} from '../../support/synth.ts';

/** The message with which an app ends. */
const readError = async (synthesis: Promise<assembly.Synthesis>) => {
  const { exitCode, output } = await synthesis;
  expect(exitCode).toBe(1);
  return output.trim();
};

test('an unknown stage is an error in one line, which lists the stages', async () => {
  const env = { ...programEnvironment(), CDK_CONTEXT_JSON: '{"stage":"moon"}' };
  expect(await runNode(['bin/app.ts'], { env })).toEqual({
    status: 1,
    stdout: '',
    stderr: expect.stringMatching(/^Unknown stage "moon"\. The stages are: .*\bprod\b.*\n$/),
  });
});

test('a stage that keeps its data is synthesized only with its settings, or as a draft that nobody can deploy', async () => {
  expect(await readError(synthesize({ stage: 'prod' }))).toBe(
    'Stage "prod" keeps its data, and can\'t be deployed without env, monitoring.pageEmail, monitoring.notifyEmail, budget, accounts.emailFrom: complete its row in lib/settings/stages.ts, or add -c draft=true to synthesize it without deploying.',
  );
  const { folder, output } = await synthesize({ stage: 'prod', draft: 'true', canary: 'false' });
  expect(output).toMatch(/^WARNING Without a domain, no firewall /m);
  expect(await readStack(folder, 'prod')).toMatchObject({
    environment: 'aws://000000000000/us-east-1',
  });
  // Deployed at once, but watched.
  const template = await readTemplate(folder, 'prod');
  expect(findResources(template, 'AWS::CodeDeploy::DeploymentGroup')).toEqual({});
  expect(findResources(template, 'AWS::CloudWatch::Alarm')).not.toEqual({});
});

test.each([
  ['canary', 'off', 'The context value "canary" can only be "false", not "off".'],
  ['draft', 'yes', 'The context value "draft" can only be "true", not "yes".'],
])('the context value %s=%s is an error', async (name, value, message) => {
  expect(await readError(synthesize({ stage: 'dev', [name]: value }))).toBe(message);
});

test.each<[string, Partial<Stage>]>([
  [
    'Plan "odd" of stage "prod" has windows of 7 s.',
    accountsWith({ firstPlan: 'odd' }, [{ name: 'odd', limit: 1, windowSeconds: 7 }]),
  ],
  [
    'A stage with "canary: true" needs alarms that roll back: remove "alarms" from its row',
    { monitoring: { canary: true, usdPerHour: 5, alarms: ['faults', 'probe'] } },
  ],
])('a stage with invalid settings is not synthesized: %s', async (message, settings) => {
  expect(await readError(synthesizeStage('prod', { settings }))).toContain(message);
});

test('a stage of whose cost nobody would hear is synthesized with a warning', async () => {
  const warning = 'WARNING Nobody hears what a flood costs: set budget or monitoring.pageEmail in';
  expect((await synthesizeStage('dev')).output).toContain(warning);
  const monitoring = { canary: false, usdPerHour: 1, pageEmail: 'pager@example.com' };
  expect((await synthesizeStage('dev', { settings: { monitoring } })).output).toBe('');
});

const { synthesized } = await outside<typeof assembly>('./assembly.ts');
const { amplifyApp, readCommit } = await outside<typeof app>(
  '../../lib/infrastructure/amplify-app.ts',
);

test('with every setting, all rules are kept, and the row binds to its account', async () => {
  const synthesis = await synthesizeStage('prod', { settings: complete, checked: true });
  expect(synthesis).toMatchObject({ exitCode: 0, output: '' });
  const { environment } = await readStack(synthesis.folder, 'prod');
  expect(environment).toBe('aws://123456789012/us-east-1');
});

test('a violation of a rule of CloudFormation or cdk-nag is an error', async () => {
  const { Bucket } = await outside<typeof import('aws-cdk-lib/aws-s3')>('aws-cdk-lib/aws-s3');
  const lambda = await outside<typeof import('aws-cdk-lib/aws-lambda')>('aws-cdk-lib/aws-lambda');
  const synthesis = synthesized(async (props) => {
    const made = await amplifyApp({ ...props, context: { deployer: 'octo-org/octo-repo' } });
    const stack = made.node.findChild('amplify-deployer');
    new Bucket(stack, 'BucketWithoutLogs');
    const role = 'arn:aws:iam::123456789012:role/none';
    const inline = { code: { zipFile: '' }, handler: 'index.handler', runtime: 'nodejs24.x', role };
    new lambda.CfnFunction(stack, 'FunctionTooSmall', { ...inline, memorySize: 1 });
    return made;
  }, true);
  const output = await readError(synthesis);
  expect(output).toMatch(/BucketWithoutLogs.*AwsSolutions::AwsSolutions-S1\b/s);
  expect(output).toMatch(/FunctionTooSmall.*CloudFormation-Validate::F3034\b/s);
});

test('the commit of a folder, and whether files differ from it', async () => {
  const folder = await newFolder();
  const runGit = (...args: readonly string[]): string => {
    const who = ['-c', 'user.name=A', '-c', 'user.email=a@example.com'];
    const options = { cwd: folder, encoding: 'utf8', stdio: 'pipe' } as const;
    return execFileSync('git', [...who, ...args], options).trim();
  };
  expect(readCommit(folder)).toBeUndefined();
  runGit('init', '--quiet');
  expect(readCommit(folder)).toBeUndefined();
  runGit('commit', '--quiet', '--allow-empty', '--message', 'first');
  const commit = runGit('rev-parse', 'HEAD');
  expect(readCommit(folder)).toBe(commit);
  expect(readCommit(folder)).toMatch(/^[0-9a-f]{40}$/);
  writeFileSync(path.join(folder, 'new.ts'), '');
  expect(readCommit(folder)).toBe(`${commit}-dirty`);
});
