/** Builds and runs bundles for the benchmark, in a temporary directory, with a stand-in for DynamoDB and Bedrock. */
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { newCertificate } from '../../lib/local/certificate.ts';
import { localCredentials } from '../../lib/local/developer-credentials.ts';
import { bundling, sdkBundling } from '../../lib/settings/bundling.ts';
import { apiEndpoints } from '../../lib/settings/endpoints.ts';
import { functionEnvironment, stageValues } from '../../lib/settings/function-environment.ts';
import { defaultStage, stageNamed } from '../../lib/settings/stages.ts';
import { startAws } from './aws.ts';
import type { Timings } from './request-process.ts';

const directory = mkdtempSync(join(tmpdir(), 'amplify-bench-'));
process.on('exit', () => rmSync(directory, { recursive: true }));
process.on('SIGINT', () => process.exit(130));
process.on('SIGTERM', () => process.exit(143));
const certificate = newCertificate();
const trusted = join(directory, 'trusted.pem');
writeFileSync(trusted, certificate.cert);
const aws = await startAws(certificate);

/** The environment of all functions, with windows so long that none ends during a measurement. */
const environment = (limit: number): Record<string, string> => {
  const plan = { name: 'bench', limit, windowSeconds: 86_400 };
  const stage = {
    ...stageNamed(defaultStage),
    keys: { policy: 'demo', plan, revoked: [] },
    // Metrics are printed to stdout, as the timings are.
    requestMetricsSampling: 0,
  } as const;
  const values = {
    ...stageValues(stage),
    AWS_ENDPOINT_URL_DYNAMODB: aws.url,
    AWS_ENDPOINT_URL_BEDROCK_RUNTIME: aws.url,
  };
  return Object.assign(
    // As in Lambda, there is no ~/.aws for the SDK to read.
    { HOME: directory, NODE_EXTRA_CA_CERTS: trusted, PLAN: JSON.stringify(plan) },
    localCredentials,
    ...apiEndpoints.map((endpoint) => functionEnvironment(endpoint.needs, values)),
  );
};

/** Builds a bundle from a source file, `plain` with the SDK as it is. Returns its path. */
export const bundle = async (source: string, plain: boolean): Promise<string> => {
  const outfile = join(directory, source.replaceAll('/', '-'), 'index.mjs');
  await build({ ...(plain ? bundling : sdkBundling), entryPoints: [source], outfile });
  return outfile;
};

const sender = await bundle('bin/bench/request-process.ts', false);
let keys = 0;

/** Sends requests to a bundle in a fresh process, in windows of `limit` slots. */
export const send = async (path: string, count: number, limit = 1_000_000): Promise<Timings> => {
  keys += 1;
  const args = [sender, path, `key-${keys}`, String(count)];
  const env = environment(limit);
  const { stdout } = await promisify(execFile)(process.execPath, args, { env });
  return JSON.parse(stdout);
};

/** Does the same, and returns the number of DynamoDB calls that AWS would bill. */
export const countCalls = async (path: string, count: number, limit?: number): Promise<number> => {
  const before = aws.calls();
  await send(path, count, limit);
  return aws.calls() - before;
};
