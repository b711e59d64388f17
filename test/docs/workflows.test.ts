/** The security of GitHub's workflows: pinned actions, few permissions, and tokens for AWS only in trusted jobs. */
import { globSync, readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { parse } from 'yaml';
import { stageNamed, stageNames } from '../../lib/settings/stages.ts';
import { projectRoot } from '../support/service.ts';
import { readPage, section } from './pages.ts';

interface Job {
  readonly uses?: string;
  readonly permissions?: Readonly<Record<string, string>>;
  readonly environment?: unknown;
  readonly with?: { readonly stage: string; readonly page?: boolean | string };
  readonly steps?: readonly { readonly run?: string }[];
}

const workflows = globSync('.github/workflows/*.yml', { cwd: projectRoot }).map((file) => {
  const text = readFileSync(`${projectRoot}/${file}`, 'utf8');
  const { on, permissions, jobs } = parse(text) as {
    readonly on: Readonly<Record<string, { inputs?: { stage: { options?: readonly string[] } } }>>;
    readonly permissions?: object;
    readonly jobs: Readonly<Record<string, Job>>;
  };
  return { file, text, on, permissions, jobs };
});

const scriptsOf = ({ steps = [] }: Job): string => steps.map(({ run = '' }) => run).join('\n');

describe.each(workflows)('$file', ({ text, permissions, jobs }) => {
  test('pins actions to commits, and stores no token in the checkout', () => {
    for (const [, action] of text.matchAll(/uses: ([^.\s].*)$/gm)) {
      expect(action).toMatch(/^[\w.-]+\/[\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
    }
    const checkouts = text.match(/uses: actions\/checkout@/g) ?? [];
    expect(text.match(/persist-credentials: false/g) ?? []).toHaveLength(checkouts.length);
  });

  test('gives write access only to tokens for AWS, in jobs with an environment that install only what the lock file has', () => {
    expect([{}, { contents: 'read' }]).toContainEqual(permissions);
    for (const job of Object.values(jobs)) {
      const { permissions: own = {}, environment, uses } = job;
      if (Object.values(own).every((access) => access === 'read')) continue;
      expect({ contents: 'read', ...own }).toEqual({ contents: 'read', 'id-token': 'write' });
      expect(environment ?? uses).toBeDefined();
      const checked =
        /npm pack "aws-cdk@.*\n *test "sha512-.*= .*integrity.*\n *npm install --global --ignore-scripts .*/;
      expect(scriptsOf(job).replace(checked, '')).not.toMatch(/\bnp[mx] /);
    }
  });

  test('contains no expression in a script, where its value would be run', () => {
    expect(Object.values(jobs).map(scriptsOf).join('\n')).not.toContain('${{');
  });
});

test('what has a token deploys no draft, and runs no program that the project names', () => {
  const { text = '', jobs } =
    workflows.find(({ file }) => file.endsWith('/deploy-stage.yml')) ?? {};
  expect(text).not.toContain('draft');
  const steps = jobs?.deploy?.steps ?? [];
  // A cdk.json in the folder may name programs.
  expect(steps.filter(({ run = '' }) => /\bcdk /.test(run))).toMatchObject([
    {
      'working-directory': expect.stringMatching(/^\$\{\{ runner\.temp \}\}$/),
      run: expect.stringContaining('--app assembly '),
    },
  ]);
});

test('each stage has its job, and its environment in the operating page, and pages if it keeps its data', () => {
  const deploy = workflows.find(({ file }) => file.endsWith('/deploy.yml'));
  const jobs = Object.values(deploy?.jobs ?? {}).flatMap((job) => job.with ?? []);
  const own = jobs.filter(({ stage }) => !stage.includes('inputs.'));
  expect(own.map(({ stage }) => stage).toSorted()).toEqual(stageNames.toSorted());
  expect(deploy?.on.workflow_dispatch?.inputs?.stage.options?.toSorted()).toEqual(
    stageNames.toSorted(),
  );
  const page = section(readPage('docs/operating.md'), 'deploying-from-github');
  for (const { stage, page: pages = false } of own) {
    expect(page).toMatch(new RegExp(`environments? .*\`${stage}\``));
    expect(pages).toBe(stageNamed(stage).removal === 'retain');
    expect(pages).toBe(jobs.some(({ page }) => String(page).includes(`== '${stage}'`)));
  }
});
