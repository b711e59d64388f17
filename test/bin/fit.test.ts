import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import { groups } from '../../functions/emphasis/embedded/features.ts';
import { localCredentials } from '../../lib/local/developer-credentials.ts';
import { newFolder } from '../support/at-end.ts';
import { ranking, startBedrock } from '../support/bedrock-stand-in.ts';
import { programEnvironment, runNode } from '../support/service.ts';

const folder = await newFolder();

/** Fits to a file with this content. Returns the written weights. */
const fitted = (tsv: string): string => {
  const [input, output] = [path.join(folder, 'train.tsv'), path.join(folder, 'weights.json')];
  writeFileSync(input, tsv);
  execFileSync(process.execPath, ['bin/fit.ts', input, '--output', output], { stdio: 'pipe' });
  return readFileSync(output, 'utf8');
};

test('the fit finds a planted rule, twice the same; the shipped weights have its form', () => {
  const nouns = ['river', 'lantern', 'window', 'garden', 'castle', 'button', 'market', 'bottle'];
  const texts = Array.from({ length: 48 }, (_, at) => {
    const tokens = ['the', nouns[at % 8], 'near', 'my', nouns[(at + 1 + (at % 7)) % 8], '!'];
    tokens.splice(at % 6, 0, 'zorp');
    // Readers emphasize zorp, and less what stands before the exclamation mark.
    const share = (token = '', next = '') => (token === 'zorp' ? 1 : next === '!' ? 0.6 : 0.1);
    const line = (token = '', i = 0) => `${i}\t${token}\t\t\t${share(token, tokens[i + 1])}\tNN`;
    return `${tokens.map(line).join('\n')}\n\n`;
  });
  const tsv = texts.join('');
  const json = fitted(tsv);
  expect(fitted(tsv)).toBe(json);
  const { about, weights } = JSON.parse(json);
  expect(Number(about['Match_m by five folds'])).toBeGreaterThan(0.8);
  expect(Math.max(...Object.values<number>(weights.vocabulary))).toBe(weights.vocabulary.zorp);
  expect(weights.markAfter.exclamation).toBeGreaterThan(weights.markAfter.none);

  const file = readFileSync('functions/emphasis/embedded/weights.data.json', 'utf8');
  const shipped = JSON.parse(file);
  expect(Buffer.byteLength(file)).toBeLessThanOrEqual(100_000);
  const parts = (json: typeof shipped) => [json.about, json.weights].map(Object.keys);
  expect(parts(shipped)).toEqual(parts({ about, weights }));
  for (const [group, { names }] of Object.entries(groups)) {
    expect(Object.keys(shipped.weights[group]).filter((name) => !names.includes(name))).toEqual([]);
  }
});

test('a model in Bedrock is measured on the same texts', async () => {
  const bedrock = await startBedrock();
  bedrock.reply(ranking([2]));
  const input = path.join(folder, 'two.tsv');
  const lines = [0.1, 1, 0.1, 0.1, 0.1].map((share, at) => `${at}\tword${at}\t\t\t${share}`);
  writeFileSync(input, lines.join('\n'));
  const address = { AWS_ENDPOINT_URL_BEDROCK_RUNTIME: bedrock.url };
  const env = { ...programEnvironment(), ...localCredentials, ...address };
  const { stdout } = await runNode(['bin/fit.ts', input, '--bedrock', 'us.example'], { env });
  // Only the second word was emphasized more than the others.
  expect(stdout).toContain("Match_m: '1.0000'");
});

test('a line without a probability is named', () => {
  expect(() => fitted('0\tword')).toThrow('No probability from 0 to 1: 0\tword');
});
