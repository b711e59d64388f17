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

const readScripts = ({ steps = [] }: Job): string => steps.map(({ run = '' }) => run).join('\n');

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
      const { permissions: granted = {}, environment, uses } = job;
      if (Object.values(granted).every((access) => access === 'read')) continue;
      expect({ contents: 'read', ...granted }).toEqual({ contents: 'read', 'id-token': 'write' });
      expect(environment ?? uses).toBeDefined();
      const checked =
        /npm pack "aws-cdk@.*\n *test "sha512-.*= .*integrity.*\n *npm install --global --ignore-scripts .*/;
      expect(readScripts(job).replace(checked, '')).not.toMatch(/\bnp[mx] /);
    }
  });

  test('contains no expression in a script, where its value would be run', () => {
    expect(Object.values(jobs).map(readScripts).join('\n')).not.toContain('${{');
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

test('no stage lacks anything', () => {
  const { text = '', on, jobs } = workflows.find(({ file }) => file.endsWith('/deploy.yml')) ?? {};
  const [header = ''] = text.split('\nname:');
  const chosen = on?.workflow_dispatch?.inputs?.stage.options ?? [];
  const calls = Object.values(jobs ?? {}).flatMap((job) => job.with ?? []);
  const stages = calls.map(({ stage }) => stage).filter((stage) => !stage.includes('inputs.'));
  const page = 'docs/operating.md#deploying-from-github';
  const operating = section(readPage('docs/operating.md'), 'deploying-from-github');
  const [first = ''] = operating.split('\n');
  const isPaged = (name: string) => calls.some(({ page }) => String(page).includes(`'${name}'`));
  const lacks = stageNames.flatMap((name) => {
    const keeps = stageNamed(name).removal === 'retain';
    const stageJobs = calls.some(({ stage, page }) => stage === name && page);
    const has = {
      'deploy.yml: a job': stages.includes(name),
      'deploy.yml: an option, to deploy it by hand': chosen.includes(name),
      'deploy.yml: its name in the first comment': RegExp(`\\b${name}\\b`).test(header),
      'deploy.yml: `page`, twice, only if it keeps data':
        stageJobs === keeps && isPaged(name) === keeps,
      [`${page}: its name in the first sentences`]: first.includes(`\`${name}\``),
      [`${page}: its environment`]: RegExp(`environments? .*\`${name}\``).test(operating),
    };
    return Object.entries(has).flatMap(([what, isThere]) => (isThere ? [] : `${name}: ${what}`));
  });
  const gone = [...stages, ...chosen].filter((name) => !stageNames.includes(name));
  expect([...lacks, ...gone.map((name) => `${name}: a row in lib/settings/stages.ts`)]).toEqual([]);
});
