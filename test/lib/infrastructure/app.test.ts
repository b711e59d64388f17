/** What the app synthesizes, and what it does not. */
import { spawnSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import { commitOf } from '../../../lib/infrastructure/app.ts';
import { stageNamed } from '../../../lib/settings/stages.ts';
import { newFolder } from '../../support/at-end.ts';
import {
  readStack,
  readTemplate,
  resourcesOf,
  synthesize,
  unbundled,
  unchecked,
} from '../../support/synth.ts';

test('an unknown stage is an error in one line, which lists the stages', async () => {
  const { exitCode, output } = await synthesize({ stage: 'moon' });
  expect(exitCode).toBe(1);
  expect(output.trim()).toMatch(/^Unknown stage "moon"\. The stages are: .*\bprod\b.*$/);
});

test('a stage that keeps its data is synthesized only with its settings, or as a draft that nobody can deploy', async () => {
  const context = { stage: 'prod', ...unbundled };
  const { exitCode, output } = await synthesize(context);
  expect(exitCode).toBe(1);
  expect(output.trim()).toBe(
    'Stage "prod" keeps its data, and can\'t be deployed without env, monitoring.pageEmail, budget, accounts.emailFrom: complete its row in lib/settings/stages.ts, or add -c draft=true to synthesize it without deploying.',
  );
  const { folder } = await synthesize({ ...context, draft: 'true' }, undefined, unchecked);
  expect(await readStack(folder, 'prod')).toMatchObject({
    environment: 'aws://000000000000/us-east-1',
  });
  expect(await synthesize({ ...context, draft: 'yes' })).toMatchObject({ exitCode: 1 });
});

test("a stack of one's own is its row under another name", async () => {
  const { folder } = await synthesize({ stage: 'dev-ada', ...unbundled }, undefined, unchecked);
  expect(await readStack(folder, 'dev-ada')).toMatchObject({
    environment: 'aws://unknown-account/unknown-region',
    properties: { tags: { stage: 'dev-ada' } },
  });
  const { Resources } = await readTemplate(folder, 'dev-ada');
  expect(Resources.QuotaTable?.Properties.TableName).toBe('amplify-dev-ada-quota');
});

test('the context value canary=false deploys a gradual stage at once; other values are errors', async () => {
  const context = { stage: 'prod', draft: 'true', ...unbundled };
  const { folder } = await synthesize({ ...context, canary: 'false' }, undefined, unchecked);
  const template = await readTemplate(folder, 'prod');
  expect(resourcesOf(template, 'AWS::CodeDeploy::DeploymentGroup')).toEqual({});
  expect(resourcesOf(template, 'AWS::CloudWatch::Alarm')).not.toEqual({});
  const { exitCode, output } = await synthesize({ ...context, canary: 'off' });
  expect(exitCode).toBe(1);
  expect(output.trim()).toBe('The context value "canary" can only be "false", not "off".');
});

test('a stage with invalid settings is not synthesized', async () => {
  const plans = [{ name: 'odd', limit: 1, windowSeconds: 7 }];
  const changes = { keys: { ...stageNamed('prod').keys, plans } };
  const context = { stage: 'prod', changes, ...unbundled };
  const { exitCode, output } = await synthesize(context, 'test/support/apps/changed-stage.ts');
  expect(exitCode).toBe(1);
  expect(output).toContain('RangeError: Plan "odd" of stage "prod" has windows of 7 s.');
});

test('a violation of a rule of CloudFormation or cdk-nag is an error', async () => {
  const { exitCode, output } = await synthesize(unbundled, 'test/support/apps/breaks-rules.ts');
  expect(exitCode).not.toBe(0);
  expect(output).toMatch(/BucketWithoutLogs.*AwsSolutions::AwsSolutions-S1\b/s);
  expect(output).toMatch(/FunctionTooSmall.*CloudFormation-Validate::F3034\b/s);
});

test('account routes without an authorizer are an error', async () => {
  const { exitCode, output } = await synthesize(
    {},
    'test/support/apps/accounts-without-sign-in.ts',
  );
  expect(exitCode).not.toBe(0);
  expect(output).toContain('Accounts need a sign-in.');
});

const folder = await newFolder();

const git = (...args: readonly string[]): string => {
  const who = ['-c', 'user.name=A', '-c', 'user.email=a@example.com'];
  const { stdout, stderr, status } = spawnSync('git', [...who, ...args], {
    cwd: folder,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(stderr);
  return stdout.trim();
};

test('the commit of a folder, and whether files differ from it', () => {
  expect(commitOf(folder)).toBeUndefined();
  git('init', '--quiet');
  expect(commitOf(folder)).toBeUndefined();
  git('commit', '--quiet', '--allow-empty', '--message', 'first');
  const commit = git('rev-parse', 'HEAD');
  expect(commitOf(folder)).toBe(commit);
  expect(commitOf(folder)).toMatch(/^[0-9a-f]{40}$/);
  const file = path.join(folder, 'new.ts');
  writeFileSync(file, '');
  expect(commitOf(folder)).toBe(`${commit}-dirty`);
  rmSync(file);
  expect(commitOf(folder)).toBe(commit);
});
