/**
 * Compares the functions with a baseline that makes the same calls as shout: `npm run bench`.
 *
 * Only ratios of two rows of one run mean something: times depend on the machine and on what else it does.
 */
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import dynalite from 'dynalite';
import { build } from 'esbuild';
import { toolName } from '../functions/emphasis/prompt.ts';
import { bundling, sdkBundling } from '../lib/bundles/bundles.ts';
import { tableText } from '../lib/command-line/command-line.ts';
import { newCertificate } from '../lib/local/certificate.ts';
import { localCredentials } from '../lib/local/developer-credentials.ts';
import { listen } from '../lib/local/http.ts';
import { createTables } from '../lib/local/local-dynamodb.ts';
import { apiEndpoints } from '../lib/settings/endpoints.ts';
import { functionEnvironment, stageValues } from '../lib/settings/functions.ts';
import { defaultStage, stageNamed } from '../lib/settings/stages.ts';
import { stageTables } from '../lib/settings/tables.ts';
import type { Timings } from './bench/request-process.ts';

/** Fresh processes per row. */
const rounds = 15;

const directory = mkdtempSync(join(tmpdir(), 'amplify-bench-'));
process.on('exit', () => rmSync(directory, { recursive: true }));
process.on('SIGINT', () => process.exit(130));
process.on('SIGTERM', () => process.exit(143));

/** What stands in for Bedrock ranks the first word first. */
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

/** Stands in for DynamoDB and Bedrock over TLS. Returns the variables by which functions find it. */
const startAws = async () => {
  const { key, cert } = newCertificate();
  const trusted = join(directory, 'trusted.pem');
  writeFileSync(trusted, cert);
  const dynamodb = dynalite({ createTableMs: 0 });
  const port = await listen(dynamodb, 0, 'PORT');
  await createTables(`http://127.0.0.1:${port}`, stageTables(stageNamed(defaultStage)));
  const server = createServer({ key, cert }, (request, response) => {
    if (!request.url?.startsWith('/model/')) return dynamodb.emit('request', request, response);
    return request.resume().on('end', () => {
      response.setHeader('Content-Type', 'application/json').end(ranking);
    });
  });
  const url = `https://localhost:${await listen(server, 0, 'PORT')}`;
  return {
    AWS_ENDPOINT_URL_DYNAMODB: url,
    AWS_ENDPOINT_URL_BEDROCK_RUNTIME: url,
    NODE_EXTRA_CA_CERTS: trusted,
  };
};

const aws = await startAws();
/** No window ends during a measurement. */
const plan = { name: 'bench', limit: 1_000_000, windowSeconds: 86_400 };
const stage = {
  ...stageNamed(defaultStage),
  keys: { policy: 'demo', plan, revoked: [] },
  // Metrics are printed to stdout, as the timings are.
  requestMetricsSampling: 0,
} as const;
/** Of all functions. As in Lambda, there is no ~/.aws for the SDK to read. */
const env: Record<string, string> = Object.assign(
  { HOME: directory, PLAN: JSON.stringify(plan) },
  localCredentials,
  aws,
  ...apiEndpoints.map(({ needs }) => functionEnvironment(needs, { ...stageValues(stage), ...aws })),
);

/** Builds a bundle from a source file, a baseline with the SDK as it is. Returns its path. */
const buildBundle = async (source: string, isBaseline: boolean): Promise<string> => {
  const outfile = join(directory, source.replaceAll('/', '-'), 'index.mjs');
  await build({ ...(isBaseline ? bundling : sdkBundling), entryPoints: [source], outfile });
  return outfile;
};
const sender = await buildBundle('bin/bench/request-process.ts', false);

const baseline = 'plain SDK';
const subjects = {
  shout: 'functions/endpoints/shout/handler.ts',
  emphasize: 'functions/endpoints/emphasize/handler.ts',
  [baseline]: 'bin/bench/baseline.ts',
};
const rows = await Array.fromAsync(Object.entries(subjects), async ([name, source]) => {
  const timings: Timings[] = [];
  return { name, path: await buildBundle(source, name === baseline), timings };
});
for (let round = 1; round <= rounds; round += 1) {
  for (const { name, path, timings } of rows) {
    const args = [sender, path, `key-of-${name}-${round}`];
    const { stdout } = await promisify(execFile)(process.execPath, args, { env });
    timings.push(JSON.parse(stdout));
  }
  console.error(`${round} of ${rounds} rounds`);
}

const columns: Readonly<Record<string, (timings: Timings) => number>> = {
  'init ms': ({ init }) => init,
  'first ms': ({ first }) => first,
  'both ms': ({ init, first }) => init + first,
  'warm ms': ({ warm }) => warm,
};
/** The middle of a time in all rounds. */
const median = (row: string, time: (timings: Timings) => number): number => {
  const times = rows.find(({ name }) => name === row)?.timings.map(time) ?? [];
  return times.sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? Number.NaN;
};
console.log(
  tableText([
    ['', ...Object.keys(columns).flatMap((name) => [name, '/SDK']), 'KB'],
    ...rows.map(({ name, path }) => [
      name,
      ...Object.values(columns).flatMap((time) => [
        median(name, time).toPrecision(3),
        (median(name, time) / median(baseline, time)).toFixed(2),
      ]),
      (statSync(path).size / 1000).toFixed(0),
    ]),
  ]),
);
console.log(`
Medians of CPU time in ${rounds} rounds, each a fresh process per row, over TLS. Init: loading the bundle, and the warm-up.
First: the first request. Warm: a later request. /SDK: the ratio to a bare shout by the SDK as it is, built for Node.
KB: the bundle, of emphasize without the embedded model's data.
`);
// The stand-in would keep the process alive.
process.exit();
