/** The rules of this project for workflows, which GitHub does not have: what would let strangers in. */
import { parse } from 'yaml';

interface Workflow {
  readonly on?: unknown;
  readonly permissions?: Permissions;
  readonly concurrency?: unknown;
  readonly jobs: Readonly<Record<string, Job>>;
}

interface Job {
  readonly uses?: string;
  readonly permissions?: Permissions;
  readonly environment?: unknown;
  readonly concurrency?: unknown;
  readonly 'timeout-minutes'?: number;
  readonly steps?: readonly Step[];
}

interface Step {
  readonly uses?: string;
  readonly run?: string;
  readonly with?: Readonly<Record<string, unknown>>;
}

type Permissions = string | Readonly<Record<string, string>> | null;

/** An action of somebody else: a commit, since tags move, and its version for the reader. */
const pinned = /^[\w.-]+\/[\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/;

/** Triggers that run with the repository's own rights on what strangers send. */
const dangerous = ['pull_request_target', 'workflow_run', 'issue_comment'];

/** Tells which rules a workflow breaks, each in a sentence. */
export const brokenRules = (text: string): readonly string[] => {
  const { on, permissions, concurrency, jobs } = parse(text) as Workflow;
  return [
    ...[...text.matchAll(/^ *(?:- )?uses: (.+)$/gm)]
      .map(([, action]) => String(action))
      .filter((action) => !action.startsWith('./') && !pinned.test(action))
      .map((action) => `"${action}" names no commit with its version behind it.`),
    ...dangerous
      .filter((trigger) => JSON.stringify(on).includes(`"${trigger}"`))
      .map(
        (trigger) => `${trigger} lets strangers run what they like with the repository's rights.`,
      ),
    ...(permissions === undefined
      ? ['It says no permissions, so it has whatever is the default.']
      : []),
    ...writes(permissions).map((scope) => `Every job may write ${scope}.`),
    ...Object.entries(jobs).flatMap(([name, job]) =>
      brokenByJob(job, concurrency !== undefined).map((fault) => `Job ${name}: ${fault}`),
    ),
  ];
};

const brokenByJob = (job: Job, isQueued: boolean): readonly string[] => [
  ...(job.uses === undefined && job['timeout-minutes'] === undefined
    ? ['It has no time-out.']
    : []),
  ...(job.uses === undefined && job.concurrency === undefined && !isQueued
    ? ['It is in no concurrency group.']
    : []),
  ...writes(job.permissions)
    // A called workflow says itself which of its jobs get it.
    .filter((scope) => scope !== 'id-token' || !(job.environment ?? job.uses))
    .map((scope) => `It may write ${scope}.`),
  ...(job.steps ?? []).flatMap(brokenByStep),
];

const brokenByStep = ({ uses, run, with: inputs }: Step): readonly string[] => [
  ...(run?.includes('${{')
    ? [`An expression in a script is run as a part of it; pass it in env: ${run.trim()}`]
    : []),
  ...(uses?.startsWith('actions/checkout@') && inputs?.['persist-credentials'] !== false
    ? ['The checkout leaves the token behind, for every later step.']
    : []),
];

/** What may be written. */
const writes = (permissions: Permissions | undefined): readonly string[] => {
  if (typeof permissions === 'string') return permissions === 'read-all' ? [] : ['everything'];
  return Object.entries(permissions ?? {})
    .filter(([, access]) => access === 'write')
    .map(([scope]) => scope);
};
