/** The measuring tool, run in the test's own process as a person runs it, against a stand-in for Bedrock. */

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { runMatch } from '../../bin/match/tool.ts';
import { embeddedModelName } from '../../functions/emphasis/embedded-model-name.ts';
import {
  type BedrockStandIn,
  type ConverseRequest,
  failure,
  ranking,
  startBedrock,
} from '../bedrock-stand-in.ts';
import { until } from '../until.ts';

const variables = process.env;
const directory = mkdtempSync(join(tmpdir(), 'amplify-match-'));
let bedrock: BedrockStandIn;

/** Texts of five words, of which readers want the last, and then the others from the front. */
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

beforeEach(() => {
  bedrock.reply(ranking([5, 1, 2, 3]));
  process.env = {
    ...variables,
    AWS_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: 'AKIDEXAMPLE',
    AWS_SECRET_ACCESS_KEY: 'secret',
    AWS_ENDPOINT_URL_BEDROCK_RUNTIME: bedrock.url,
  };
});

afterAll(async () => {
  process.env = variables;
  rmSync(directory, { recursive: true });
  await bedrock.close();
});

const run = async (words: string, input = '') => {
  const [stdout, stderr] = [new PassThrough(), new PassThrough()];
  const written = Promise.all([text(stdout), text(stderr)]);
  const stdin = Readable.from([input]);
  const code = await runMatch(words.split(' '), { stdin, stdout, stderr, env: process.env });
  stdout.end();
  stderr.end();
  const [said, complained] = await written;
  return { code, said, complained };
};

/** A line of the table. */
const row = (said: string, model: string) =>
  said
    .split('\n')
    .find((line) => line.startsWith(model))
    ?.split(/ {2,}/)
    .slice(1);

test('it says what it may cost, asks, and shows both models', async () => {
  const { code, said, complained } = await run(`--model bedrock ${marked}`, 'y\n');
  expect({ code, complained }).toEqual({
    code: 0,
    complained: expect.stringMatching(
      /^Ask us\.amazon\.nova-micro-v1:0 about 12 texts, for \$0\.001\d at most\? \[y\/N\] /,
    ),
  });
  expect(bedrock.requests).toHaveLength(12);
  const [m1, m2, m3, m4, mean, p50, p95, usd] = row(said, 'amazon.nova-micro-v1:0') ?? [];
  expect([m1, m2, m3, m4, mean]).toEqual(Array(5).fill('1.0000'));
  expect(Number(p50)).toBeGreaterThan(0);
  expect(Number(p95)).toBeGreaterThanOrEqual(Number(p50));
  // 300 tokens in and 20 out.
  expect(usd).toBe('13.30');
  expect(row(said, embeddedModelName)?.at(-1)).toBe('0.00');
  expect(said).toContain('\nSpent: $0.0002 for 12 texts.\n');
});

test.each(['', 'n\n', 'no\n', 'maybe\n'])(
  'nothing is asked where the answer is "%s"',
  async (no) => {
    expect(await run(`--model bedrock ${marked}`, no)).toEqual({
      code: 1,
      said: '',
      complained: expect.stringMatching(/Nothing was asked\.\n$/),
    });
    expect(bedrock.requests).toEqual([]);
  },
);

test('a sample is as large as was said, and the same each time', async () => {
  const asked = async () => {
    bedrock.reply(ranking([5]));
    expect((await run(`--model bedrock ${marked} --sample 5 --yes`)).complained).toBe('');
    return bedrock.requests.map(({ prompt }) => prompt).sort();
  };
  const first = await asked();
  expect(first).toHaveLength(5);
  expect(await asked()).toEqual(first);
});

test('four texts are asked about at once, after the first', async () => {
  // Nobody answers until it is closed: then each that was asked counts.
  bedrock.reply((_, index) => (index === 0 ? ranking([5]) : 'silence'));
  const running = run(`--model bedrock ${marked} --yes`);
  await until(() => bedrock.requests.length === 5);
  await setTimeout(50);
  expect(bedrock.requests).toHaveLength(5);
  await bedrock.close();
  bedrock = await startBedrock();
  expect((await running).said).toMatch(/ did: \w+ 11\.\n$/);
});

test('where Bedrock chooses no more, the embedded model does, and it is said why', async () => {
  const reply = (_: ConverseRequest, index: number) =>
    index % 4 === 3 ? failure(429, 'ThrottlingException') : ranking(index === 1 ? [77] : [5]);
  bedrock.reply(reply);
  const { code, said } = await run(`--model bedrock ${marked} --yes`);
  expect(code).toBe(0);
  expect(said).toMatch(/did: (?:no-ranking 1, throttled 3|throttled 3, no-ranking 1)\.\n$/);
});

test('a first text that Bedrock can not answer is the last', async () => {
  bedrock.reply(failure(403, 'AccessDeniedException'));
  expect(await run(`--model bedrock ${marked} --yes`)).toEqual({
    code: 1,
    said: '',
    complained: 'Bedrock refuses: AccessDeniedException: A sentence that says more.\n',
  });
  expect(bedrock.requests).toHaveLength(1);
});

test.each([
  [{ AWS_ACCESS_KEY_ID: '', AWS_CONFIG_FILE: '/dev/null' }, /^No AWS credentials: sign in/],
  [{ AWS_REGION: '', AWS_CONFIG_FILE: '/dev/null' }, /^No AWS region: set AWS_REGION/],
])('without what AWS wants it says what to do, before it asks: %j', async (change, message) => {
  const nothing = { AWS_SHARED_CREDENTIALS_FILE: '/dev/null', AWS_EC2_METADATA_DISABLED: 'true' };
  Object.assign(process.env, change, nothing);
  expect(await run(`--model bedrock ${marked}`, 'y\n')).toEqual({
    code: 1,
    said: '',
    complained: expect.stringMatching(message),
  });
  expect(bedrock.requests).toEqual([]);
});

test('the embedded model alone costs nothing, and nobody is asked', async () => {
  const { code, said, complained } = await run(`--model embedded ${marked}`);
  expect({ code, complained }).toEqual({ code: 0, complained: '' });
  expect(said.split('\n')).toHaveLength(3);
  expect(bedrock.requests).toEqual([]);
});

test.each([
  ['', 'Say --model bedrock'],
  ['--model gpt dev.tsv', 'Say --model bedrock'],
  ['--model bedrock', 'Say which files hold the texts.'],
  ['--model bedrock --sample 0 dev.tsv', '--sample takes a number of texts'],
  ['--model bedrock --stage dev dev.tsv', 'The stage "dev" names no model in Bedrock.'],
  ['--model bedrock --stage nowhere dev.tsv', 'Unknown stage "nowhere".'],
  ['--model bedrock --seed 3 dev.tsv', "Unknown option '--seed'"],
  [`--model bedrock ${directory}/none.tsv`, `${directory}/none.tsv: ENOENT`],
])('"%s" is refused in one line', async (words, message) => {
  const { code, said, complained } = await run(words);
  expect({ code, said }).toEqual({ code: 1, said: '' });
  expect(complained).toContain(message);
  expect(complained.trim()).not.toContain('\n');
});

test('it says how it is used', async () => {
  expect((await run('--help')).said).toMatch(/^Measures how well .*\n\nUsage: npm run match -- /);
});
