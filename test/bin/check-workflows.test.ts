import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from '@jest/globals';
import { parse } from 'yaml';
import { brokenRules } from '../../bin/check-workflows/rules.ts';
import { stageNames } from '../../lib/settings/stages.ts';
import manifest from '../../package.json' with { type: 'json' };
import { projectRoot } from '../service.ts';

const workflow = (name: string) =>
  readFileSync(path.join(projectRoot, '.github/workflows', name), 'utf8');
const deploy = workflow('deploy-stage.yml');

const root = mkdtempSync(path.join(tmpdir(), 'amplify-workflows-'));
mkdirSync(path.join(root, '.github/workflows'), { recursive: true });

afterAll(() => rmSync(root, { recursive: true }));

test.each<[string, string, string, RegExp]>([
  ['an action by its tag', '@3d3c42e5aac5ba805825da76410c181273ba90b1 # v7.0.1', '@v7', /names no/],
  ['a commit of no known version', ' # v7.0.1', '', /names no commit/],
  [
    "strangers' requests with its rights",
    'workflow_call:',
    'pull_request_target:',
    /lets strangers run/,
  ],
  ['no permissions', 'permissions: {}\n', '', /no permissions/],
  ['all permissions', 'permissions: {}', 'permissions: write-all', /may write everything/],
  ['a permission for every job', 'permissions: {}', 'permissions: {packages: write}', /packages/],
  [
    'a permission too many',
    'contents: read\n      id-token',
    'contents: write\n      id-token',
    /write contents/,
  ],
  ['a token for AWS in no environment', /environment:\n.*\n.*\n/.source, '', /write id-token/],
  ['no time-out', 'timeout-minutes: 60', '', /no time-out/],
  [
    'no concurrency group',
    / {4}concurrency:\n.*\n {6}cancel.*\n/.source,
    '',
    /no concurrency group/,
  ],
  [
    'an expression in a script',
    '"$URL"',
    '$' + '{{ github.event.head_commit.message }}',
    /run as a/,
  ],
  [
    'a token left in the checkout',
    'persist-credentials: false',
    'fetch-depth: 1',
    /leaves the token/,
  ],
])('a workflow with %s is refused', (_, part, replacement, complaint) => {
  expect(brokenRules(deploy)).toEqual([]);
  const changed = deploy.replace(deploy.includes(part) ? part : new RegExp(part), replacement);
  expect(changed).not.toBe(deploy);
  expect(brokenRules(changed).join('\n')).toMatch(complaint);
});

test('what GitHub would refuse is refused, with its line, and the check is a part of npm run check', () => {
  const faulty = deploy
    .replace('timeout-minutes', 'timeout-minuets')
    .replace('needs.deploy.outputs', 'needs.x.y');
  writeFileSync(path.join(root, '.github/workflows/faulty.yml'), faulty);
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [path.join(projectRoot, 'bin/check-workflows.ts'), root],
    { encoding: 'utf8' },
  );
  const line = deploy.split('\n').findIndex((text) => text.includes('timeout-minutes')) + 1;
  expect(stderr.split('\n')).toContain(
    `.github/workflows/faulty.yml:${line}: Unexpected value 'timeout-minuets'`,
  );
  expect(stderr).toContain('Context access might be invalid: x');
  expect([status, stdout]).toEqual([1, 'Checked 1 workflows.\n']);
  expect(manifest.scripts.check).toContain(' && node bin/check-workflows.ts && ');
});

test('there is a job for each stage', () => {
  const { ci, ...jobs } = parse(workflow('deploy.yml')).jobs;
  expect(Object.keys(jobs).sort()).toEqual([...stageNames].sort());
  for (const [name, job] of Object.entries<{ with: { stage: string } }>(jobs)) {
    expect(job.with.stage).toBe(name);
  }
});

test('no job with a token for AWS installs the packages', () => {
  const jobs = Object.values<{ permissions: object; steps: { run?: string }[] }>(
    parse(deploy).jobs,
  );
  const trusted = jobs.filter(({ permissions }) => 'id-token' in permissions);
  expect(trusted).toHaveLength(2);
  expect(trusted.flatMap(({ steps }) => steps.map(({ run = '' }) => run)).join('\n')).not.toMatch(
    /npm (?:ci|install)/,
  );
});
