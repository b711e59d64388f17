/** `npm run match` against a stand-in for Bedrock. */
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { embeddedModelName } from '../../functions/emphasis/embedded-model-name.ts';
import {
  type BedrockStandIn,
  failure,
  ranking,
  startBedrock,
} from '../support/bedrock-stand-in.ts';
import { programEnvironment, projectRoot } from '../support/service.ts';

const directory = mkdtempSync(join(tmpdir(), 'amplify-match-'));
let bedrock: BedrockStandIn;

/** Texts of five words, which readers rank 5, 1, 2, 3, 4. */
const words = ['zero', 'one', 'two', 'three', 'stop'];
const marks = ['0.8', '0.7', '0.6', '0.5', '0.9'];
const blocks = Array.from({ length: 12 }, (_, text) =>
  words
    .map((word, at) => `T_${text}_${at}\t${word}${at === 1 ? text : ''}\t${marks[at]}`)
    .join('\n'),
);
const marked = join(directory, 'dev.tsv');

beforeAll(async () => {
  writeFileSync(marked, `${blocks.join('\n\n')}\n`);
  bedrock = await startBedrock();
});

afterAll(async () => {
  rmSync(directory, { recursive: true });
  await bedrock.close();
});

/** Runs it, with an answer to its question. */
const run = async (args: string, answer = '') => {
  const promise = promisify(execFile)(
    process.execPath,
    ['bin/match.ts', ...args.split(' '), '--sample', '12'],
    {
      cwd: projectRoot,
      env: {
        ...programEnvironment(),
        AWS_REGION: 'us-east-1',
        AWS_ACCESS_KEY_ID: 'AKIDEXAMPLE',
        AWS_SECRET_ACCESS_KEY: 'secret',
        AWS_ENDPOINT_URL_BEDROCK_RUNTIME: bedrock.url,
      },
    },
  );
  promise.child.stdin?.end(answer);
  return promise.catch((error: { stdout: string; stderr: string }) => error);
};

const row = (stdout: string, model: string) =>
  stdout
    .split('\n')
    .find((line) => line.startsWith(model))
    ?.split(/ {2,}/)
    .slice(1);

test('it shows what Bedrock may cost, asks, and compares both models', async () => {
  bedrock.reply(ranking([5, 1, 2, 3]));
  const { stdout, stderr } = await run(`--model bedrock ${marked}`, 'y\n');
  expect(stderr).toMatch(
    /^Ask us\.amazon\.nova-micro-v1:0 about 12 texts, for \$0\.001\d at most\? \[y\/N\] /,
  );
  expect(bedrock.requests).toHaveLength(12);
  const [m1, m2, m3, m4, mean, p50, p95, usd] = row(stdout, 'amazon.nova-micro-v1:0') ?? [];
  expect([m1, m2, m3, m4, mean]).toEqual(Array(5).fill('1.0000'));
  expect(Number(p95)).toBeGreaterThanOrEqual(Number(p50));
  // 300 tokens in and 20 out.
  expect(usd).toBe('13.30');
  expect(row(stdout, embeddedModelName)?.at(-1)).toBe('0.00');
  expect(stdout).toContain('\nSpent: $0.0002.\n');
});

test('Bedrock is not asked without a yes, nor again after its first answer is a failure', async () => {
  bedrock.reply(failure(403, 'AccessDeniedException'));
  const before = bedrock.requests.length;
  expect(await run(`--model bedrock ${marked}`, 'n\n')).toMatchObject({
    stdout: '',
    stderr: expect.stringMatching(/Nothing was asked\.\n$/),
  });
  expect(bedrock.requests).toHaveLength(before);
  expect(await run(`--model bedrock ${marked} --yes`)).toMatchObject({
    stdout: '',
    stderr: 'Bedrock refuses: AccessDeniedException: A sentence that says more.\n',
  });
  expect(bedrock.requests).toHaveLength(before + 1);
});
