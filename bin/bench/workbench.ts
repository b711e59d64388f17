/** Builds and runs bundles for the benchmark, in a temporary directory, with stand-ins for DynamoDB and Bedrock. */
import { type ChildProcess, execFile, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { bundling } from '../../lib/infrastructure/settings/bundling.ts';
import { apiEndpoints } from '../../lib/infrastructure/settings/endpoints.ts';
import { functionEnvironment } from '../../lib/infrastructure/settings/function-environment.ts';
import { defaultStage, stageNamed } from '../../lib/infrastructure/settings/stages.ts';
import { quotaTable } from '../../lib/infrastructure/settings/tables.ts';
import { localCredentials, localTableName } from '../../lib/local/local-tables.ts';
import { newCertificate } from './certificate.ts';
import type { Report } from './dynamodb-process.ts';
import type { RankingTimings } from './ranking.ts';
import type { Timings } from './request-process.ts';

/** What is measured: a bundle, in the environment of a stage. */
export interface Subject {
  readonly path: string;
  readonly stage: string;
}

/** Builds and measures bundles. */
export interface Workbench {
  /** Builds a bundle from a source file, `plain` without our replacements of SDK modules. Returns its path. */
  readonly bundle: (source: string, plain: boolean) => Promise<string>;
  /** Sends requests to a bundle in a fresh process, in windows of `limit` slots. */
  readonly send: (subject: Subject, count: number, limit?: number) => Promise<Timings>;
  /** Does the same, and returns the number of DynamoDB calls that AWS would bill. */
  readonly countCalls: (subject: Subject, count: number, limit?: number) => Promise<number>;
  /** Measures the embedded model in a fresh process. */
  readonly rank: () => Promise<RankingTimings>;
  /** Stops the stand-ins. */
  readonly close: () => void;
}

/** Creates a workbench. Its directory is deleted when the process ends, also when it is interrupted. */
export const openWorkbench = async (): Promise<Workbench> => {
  const directory = mkdtempSync(join(tmpdir(), 'amplify-bench-'));
  process.on('exit', () => rmSync(directory, { recursive: true }));
  process.on('SIGINT', () => process.exit(130));
  process.on('SIGTERM', () => process.exit(143));

  const certificate = newCertificate();
  const trusted = join(directory, 'trusted.pem');
  writeFileSync(trusted, certificate.cert);
  const standIn = async (name: string): Promise<[ChildProcess, string]> => {
    const child = fork(join(import.meta.dirname, `${name}-process.ts`));
    child.send(certificate);
    const [url] = await once(child, 'message');
    return [child, url];
  };
  const [[dynamodb, dynamodbUrl], [bedrock, bedrockUrl]] = await Promise.all([
    standIn('dynamodb'),
    standIn('bedrock'),
  ]);

  const report = async (): Promise<Report> => {
    dynamodb.send('report');
    const [reported] = await once(dynamodb, 'message');
    return reported;
  };
  const { key: issuedKey } = await report();
  /** The input of the last `GetItem`, as JSON. */
  let read = '{}';

  const bundle = async (source: string, plain: boolean): Promise<string> => {
    const name = source.replaceAll('/', '-');
    const outfile = join(directory, name, 'index.mjs');
    await build({ ...bundling, ...(plain && { alias: {} }), entryPoints: [source], outfile });
    return outfile;
  };

  /** The environment of all functions, with windows so long that none ends during a measurement. */
  const environment = (name: string, limit: number): Record<string, string> => {
    const plan = { name: 'bench', limit, windowSeconds: 86_400 };
    const stage = stageNamed(name);
    const { keys } = stage;
    const settings = apiEndpoints.map((endpoint) =>
      functionEnvironment(
        endpoint,
        {
          ...stage,
          keys: keys.policy === 'demo' ? { ...keys, plan } : { ...keys, plans: [plan] },
          // Metrics are printed to stdout, as the timings are.
          requestMetricsSampling: 0,
        },
        {
          QUOTA_TABLE: localTableName(quotaTable),
          AWS_ENDPOINT_URL_DYNAMODB: dynamodbUrl,
          AWS_ENDPOINT_URL_BEDROCK_RUNTIME: bedrockUrl,
        },
      ),
    );
    // As in Lambda, there is no ~/.aws for the SDK to read.
    const machine = { HOME: directory, NODE_EXTRA_CA_CERTS: trusted };
    const baselines = { PLAN: JSON.stringify(plan), READ: read };
    return Object.assign(machine, baselines, localCredentials, ...settings);
  };

  /** Runs a program in a fresh process, and reads what it prints. */
  const run = async (args: readonly string[], env: Record<string, string> = {}) => {
    const { stdout } = await promisify(execFile)(process.execPath, args, { env });
    return JSON.parse(stdout);
  };

  const ranker = await bundle('bin/bench/ranking.ts', false);
  const sender = await bundle('bin/bench/request-process.ts', false);
  let keys = 0;
  const keyFor = (stage: string) => {
    if (stage !== defaultStage) return issuedKey;
    keys += 1;
    return `key-${keys}`;
  };
  const send: Workbench['send'] = ({ path, stage }, count, limit = 1_000_000) =>
    run([sender, path, keyFor(stage), String(count)], environment(stage, limit));

  return {
    bundle,
    send,
    countCalls: async (subject, count, limit) => {
      await send(subject, count, limit);
      const reported = await report();
      read = reported.read;
      return reported.calls;
    },
    rank: () => run([ranker]),
    close: () => {
      dynamodb.disconnect();
      bedrock.disconnect();
    },
  };
};
