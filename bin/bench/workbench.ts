/** Builds and runs bundles for the benchmark, in a temporary directory, with a stand-in for DynamoDB and Bedrock. */
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import dynalite from 'dynalite';
import { build } from 'esbuild';
import { toolName } from '../../functions/emphasis/prompt.ts';
import { localCredentials } from '../../lib/local/developer-credentials.ts';
import { listen } from '../../lib/local/http.ts';
import { createTables } from '../../lib/local/local-dynamodb.ts';
import { bundling, sdkBundling } from '../../lib/settings/bundling.ts';
import { apiEndpoints } from '../../lib/settings/endpoints.ts';
import { functionEnvironment, stageValues } from '../../lib/settings/functions.ts';
import { defaultStage, stageNamed } from '../../lib/settings/stages.ts';
import { tablesOf } from '../../lib/settings/tables.ts';
import { type Certificate, newCertificate } from './certificate.ts';
import type { Timings } from './request-process.ts';

/** Stands in for DynamoDB and Bedrock over TLS, until this process exits. */
const startAws = async ({ key, cert }: Certificate) => {
  const dynamodb = dynalite({ createTableMs: 0 });
  const port = await listen(dynamodb, 0, 'PORT');
  await createTables(`http://127.0.0.1:${port}`, tablesOf(stageNamed(defaultStage)));

  let calls = 0;
  const server = createServer({ key, cert }, (request, response) => {
    if (request.url?.startsWith('/model/')) {
      request.resume().on('end', () => {
        response.setHeader('Content-Type', 'application/json').end(ranking);
      });
      return;
    }
    // `GET` is the SDK's health check, which is free.
    if (request.method === 'POST') calls += 1;
    dynamodb.emit('request', request, response);
  });
  const url = `https://localhost:${await listen(server, 0, 'PORT')}`;
  return {
    url,
    /** The number of DynamoDB calls that AWS would have billed, so far. */
    calls: () => calls,
  };
};

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

/** Ranks the first word first. */
const ranking = JSON.stringify({
  output: {
    message: {
      role: 'assistant',
      content: [{ toolUse: { toolUseId: 'call', name: toolName, input: { ranking: [1] } } }],
    },
  },
  stopReason: 'tool_use',
  usage: { inputTokens: 300, outputTokens: 20, totalTokens: 320 },
  metrics: { latencyMs: 1 },
});
