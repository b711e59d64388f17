/** Builds and runs bundles for the benchmark, in a temporary directory, with a stand-in for DynamoDB and Bedrock. */
import { execFile, fork } from 'node:child_process';
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
import type { Timings } from './request-process.ts';

/** Builds and measures bundles. */
export interface Workbench {
  /** Builds a bundle from a source file, `plain` without our replacements of SDK modules. Returns its path. */
  readonly bundle: (source: string, plain: boolean) => Promise<string>;
  /** Sends requests to a bundle in a fresh process, in windows of `limit` slots. */
  readonly send: (bundle: string, count: number, limit?: number) => Promise<Timings>;
  /** Does the same, and returns the number of DynamoDB calls that AWS would bill. */
  readonly countCalls: (bundle: string, count: number, limit?: number) => Promise<number>;
  /** Stops the stand-in. */
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
  const aws = fork(join(import.meta.dirname, 'aws-process.ts'));
  aws.send(certificate);
  const [url] = await once(aws, 'message');

  /** The environment of all functions, with windows so long that none ends during a measurement. */
  const environment = (limit: number): Record<string, string> => {
    const plan = { name: 'bench', limit, windowSeconds: 86_400 };
    // Metrics are printed to stdout, as the timings are.
    const stage = { ...stageNamed(defaultStage), requestMetricsSampling: 0 };
    const values = {
      QUOTA_TABLE: localTableName(quotaTable),
      AWS_ENDPOINT_URL_DYNAMODB: url,
      AWS_ENDPOINT_URL_BEDROCK_RUNTIME: url,
    };
    const settings = apiEndpoints.map((endpoint) =>
      functionEnvironment(
        endpoint,
        { ...stage, keys: { policy: 'demo', plan, revoked: [] } },
        values,
      ),
    );
    // As in Lambda, there is no ~/.aws for the SDK to read.
    const machine = { HOME: directory, NODE_EXTRA_CA_CERTS: trusted, PLAN: JSON.stringify(plan) };
    return Object.assign(machine, localCredentials, ...settings);
  };

  const bundle: Workbench['bundle'] = async (source, plain) => {
    const outfile = join(directory, source.replaceAll('/', '-'), 'index.mjs');
    await build({ ...bundling, ...(plain && { alias: {} }), entryPoints: [source], outfile });
    return outfile;
  };
  const sender = await bundle('bin/bench/request-process.ts', false);
  let keys = 0;
  const send: Workbench['send'] = async (path, count, limit = 1_000_000) => {
    keys += 1;
    const args = [sender, path, `key-${keys}`, String(count)];
    const env = environment(limit);
    const { stdout } = await promisify(execFile)(process.execPath, args, { env });
    return JSON.parse(stdout);
  };

  return {
    bundle,
    send,
    countCalls: async (path, count, limit) => {
      await send(path, count, limit);
      aws.send('report');
      const [calls] = await once(aws, 'message');
      return calls;
    },
    close: () => aws.disconnect(),
  };
};
