/** What the app synthesizes, and what it does not. */
import { spawnSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import { commitOf } from '../../../lib/infrastructure/app.ts';
import { newFolder } from '../../support/at-end.ts';
import {
  accountsWith,
  readStack,
  readTemplate,
  resourcesOf,
  synthesize,
  testApp,
} from '../../support/synth.ts';

/** The message with which an app ends. */
const errorOf = async (...run: Parameters<typeof synthesize>) => {
  const { exitCode, output } = await synthesize(...run);
  expect(exitCode).toBe(1);
  return output.trim();
};

test('an unknown stage is an error in one line, which lists the stages', async () => {
  expect(await errorOf({ stage: 'moon' })).toMatch(
    /^Unknown stage "moon"\. The stages are: .*\bprod\b.*$/,
  );
});

test('a stage that keeps its data is synthesized only with its settings, or as a draft that nobody can deploy', async () => {
  expect(await errorOf({ stage: 'prod' })).toBe(
    'Stage "prod" keeps its data, and can\'t be deployed without env, monitoring.pageEmail, budget, accounts.emailFrom: complete its row in lib/settings/stages.ts, or add -c draft=true to synthesize it without deploying.',
  );
  const { folder } = await synthesize({ stage: 'prod', draft: 'true', canary: 'false' });
  expect(await readStack(folder, 'prod')).toMatchObject({
    environment: 'aws://000000000000/us-east-1',
  });
  // Deployed at once, but watched.
  const template = await readTemplate(folder, 'prod');
  expect(resourcesOf(template, 'AWS::CodeDeploy::DeploymentGroup')).toEqual({});
  expect(resourcesOf(template, 'AWS::CloudWatch::Alarm')).not.toEqual({});
});

test.each([
  ['canary', 'off', 'The context value "canary" can only be "false", not "off".'],
  ['draft', 'yes', 'The context value "draft" can only be "true", not "yes".'],
])('the context value %s=%s is an error', async (name, value, message) => {
  expect(await errorOf({ stage: 'dev', [name]: value })).toBe(message);
});

test("a stack of one's own is its row under another name", async () => {
  const { folder } = await synthesize({ stage: 'dev-ada' });
  expect(await readStack(folder, 'dev-ada')).toMatchObject({
    environment: 'aws://unknown-account/unknown-region',
    properties: { tags: { stage: 'dev-ada' } },
  });
  const { Resources } = await readTemplate(folder, 'dev-ada');
  expect(Resources.QuotaTable?.Properties.TableName).toBe('amplify-dev-ada-quota');
});

test('a stage with invalid settings is not synthesized', async () => {
  const plans = [{ name: 'odd', limit: 1, windowSeconds: 7 }];
  const changes = { keys: { ...accountsWith({}).keys, plans } };
  expect(await errorOf({ stage: 'prod', changes }, { app: testApp })).toContain(
    'RangeError: Plan "odd" of stage "prod" has windows of 7 s.',
  );
});

test('a violation of a rule of CloudFormation or cdk-nag is an error', async () => {
  const output = await errorOf({ violations: true }, { app: testApp, checked: true });
  expect(output).toMatch(/BucketWithoutLogs.*AwsSolutions::AwsSolutions-S1\b/s);
  expect(output).toMatch(/FunctionTooSmall.*CloudFormation-Validate::F3034\b/s);
});

test('account routes without an authorizer are an error', async () => {
  expect(await errorOf({ openDoor: true }, { app: testApp })).toContain('Accounts need a sign-in.');
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
