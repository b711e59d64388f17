/** Where bundles are built and run for the benchmark: a directory, a DynamoDB and a Bedrock that go with the process. */
import { execFile, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { localCredentials, localTableName } from '../../lib/local/local-dynamodb.ts';
import { bundling } from '../../lib/settings/bundling.ts';
import { endpoints } from '../../lib/settings/endpoints.ts';
import { functionEnvironment } from '../../lib/settings/function-environment.ts';
import { type DemoKeys, defaultStage, stageNamed } from '../../lib/settings/stages.ts';
import { quotaTable } from '../../lib/settings/tables.ts';
import type { RankingTimings } from './ranking.ts';
import type { Timings } from './requests.ts';

/** What one does at the workbench. */
export interface Workbench {
  /** Builds a bundle from a source file, `plain` without the replacements under `alias`, and gives its path. */
  readonly bundle: (source: string, plain?: boolean) => Promise<string>;
  /** Sends requests with a key of their own to a bundle in a fresh process, in windows of `limit` slots. */
  readonly send: (bundle: string, count: number, limit?: number) => Promise<Timings>;
  /** Does the same, and counts the calls that DynamoDB gets. */
  readonly countCalls: (bundle: string, count: number, limit?: number) => Promise<number>;
  /** Ranks the words of texts by the embedded model, in a fresh process. */
  readonly rank: () => Promise<RankingTimings>;
  /** Ends DynamoDB and Bedrock. */
  readonly close: () => void;
}

/** Makes a workbench. The directory is deleted when the process ends, also when it is interrupted. */
export const openWorkbench = async (): Promise<Workbench> => {
  const directory = mkdtempSync(join(tmpdir(), 'amplify-bench-'));
  process.on('exit', () => rmSync(directory, { recursive: true }));
  process.on('SIGINT', () => process.exit(130));
  process.on('SIGTERM', () => process.exit(143));

  const dynamodb = fork(join(import.meta.dirname, 'dynamodb-process.ts'));
  const bedrock = fork(join(import.meta.dirname, 'bedrock-process.ts'));
  const [[dynamodbUrl], [bedrockUrl]] = await Promise.all([
    once(dynamodb, 'message'),
    once(bedrock, 'message'),
  ]);

  const bundle = async (source: string, plain = false): Promise<string> => {
    const outfile = join(directory, plain ? 'plain' : 'lean', source.replace(/\.ts$/, '.mjs'));
    await build({ ...bundling, ...(plain && { alias: {} }), entryPoints: [source], outfile });
    return outfile;
  };

  /** Runs a bundle in a fresh process, and reads what it prints. */
  const run = async (args: readonly string[], env: Record<string, string> = {}) => {
    // No home, as in Lambda: of what an SDK would read in ~/.aws, nothing is there.
    const { stdout } = await promisify(execFile)(process.execPath, args, {
      env: { ...env, HOME: directory },
    });
    return JSON.parse(stdout);
  };

  const ranker = await bundle('bin/bench/ranking.ts');
  const sender = await bundle('bin/bench/requests.ts');
  let keys = 0;
  const send = async (path: string, count: number, limit = 1_000_000): Promise<Timings> => {
    keys += 1;
    return run(
      [sender, path, `key-${keys}`, String(count)],
      environment(dynamodbUrl, bedrockUrl, limit),
    );
  };

  return {
    bundle,
    send,
    countCalls: async (...request) => {
      await send(...request);
      dynamodb.send('count');
      const [calls] = await once(dynamodb, 'message');
      return calls;
    },
    rank: () => run([ranker]),
    close: () => {
      dynamodb.disconnect();
      bedrock.disconnect();
    },
  };
};

/** What every function is told, with windows so long that none ends while it is measured. */
const environment = (
  dynamodbUrl: string,
  bedrockUrl: string,
  limit: number,
): Record<string, string> => {
  const plan = { name: 'bench', limit, windowSeconds: 86_400 };
  const keys: DemoKeys = { policy: 'demo', revoked: ['revoked-demo-key'], plan };
  const told = endpoints.map((endpoint) =>
    functionEnvironment(
      endpoint,
      { ...stageNamed(defaultStage), keys },
      {
        QUOTA_TABLE: localTableName(quotaTable),
        AWS_ENDPOINT_URL_DYNAMODB: dynamodbUrl,
        AWS_ENDPOINT_URL_BEDROCK_RUNTIME: bedrockUrl,
      },
    ),
  );
  return Object.assign({}, localCredentials, ...told);
};
