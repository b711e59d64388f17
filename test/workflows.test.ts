/** GitHub's workflows pin actions and limit permissions. */
import { globSync, readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { parse } from 'yaml';
import { stageNames } from '../lib/settings/stages.ts';
import { projectRoot } from './service.ts';

interface Job {
  readonly uses?: string;
  readonly permissions?: Readonly<Record<string, string>>;
  readonly environment?: unknown;
  readonly with?: { readonly stage: string };
  readonly steps?: readonly { readonly run?: string }[];
}

const workflows = globSync('.github/workflows/*.yml', { cwd: projectRoot }).map((file) => {
  const text = readFileSync(`${projectRoot}/${file}`, 'utf8');
  const { permissions, jobs } = parse(text) as {
    readonly permissions?: object;
    readonly jobs: Readonly<Record<string, Job>>;
  };
  return { file, text, permissions, jobs };
});

const jobsOf = (name: string): Readonly<Record<string, Job>> =>
  workflows.find(({ file }) => file.endsWith(`/${name}`))?.jobs ?? {};

describe.each(workflows)('$file', ({ text, permissions, jobs }) => {
  test('pins every action, and persists no credentials', () => {
    const actions = [...text.matchAll(/uses: ([^.\s].*)$/gm)].map(([, action]) => action);
    for (const action of actions) {
      expect(action).toMatch(/^[\w.-]+\/[\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
    }
    const checkouts = text.match(/uses: actions\/checkout@/g) ?? [];
    expect(text.match(/persist-credentials: false/g) ?? []).toHaveLength(checkouts.length);
  });

  test('is read-only by default, and gives tokens for AWS only in an environment', () => {
    expect([{}, { contents: 'read' }]).toContainEqual(permissions);
    for (const { permissions: own = {}, environment, uses } of Object.values(jobs)) {
      const writes = Object.entries(own).filter(([, access]) => access !== 'read');
      expect(writes).toEqual(
        environment || (uses && writes.length > 0) ? [['id-token', 'write']] : [],
      );
    }
  });

  test('has no expressions in scripts', () => {
    const scripts = Object.values(jobs).flatMap(({ steps = [] }) =>
      steps.map(({ run = '' }) => run),
    );
    expect(scripts.filter((script) => script.includes('${{'))).toEqual([]);
  });
});

test('no job with a token for AWS installs packages', () => {
  const trusted = Object.values(jobsOf('deploy-stage.yml')).filter(
    ({ environment }) => environment,
  );
  const scripts = trusted.flatMap(({ steps = [] }) => steps.map(({ run = '' }) => run));
  expect(trusted).toHaveLength(2);
  expect(scripts.join('\n')).not.toMatch(/npm (?:ci|install)/);
});

test('every stage is deployed', () => {
  const { ci, ...stages } = jobsOf('deploy.yml');
  expect(Object.keys(stages).sort()).toEqual([...stageNames].sort());
  for (const [name, job] of Object.entries(stages)) expect(job.with?.stage).toBe(name);
});
