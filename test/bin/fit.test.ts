import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import { linearModel } from '../../functions/emphasis/embedded/features.ts';
import { candidateWords } from '../../functions/emphasis/words.ts';
import { localCredentials } from '../../lib/local/developer-credentials.ts';
import { newFolder } from '../support/at-end.ts';
import { ranking, startBedrock } from '../support/bedrock-stand-in.ts';
import { programEnvironment, runNode } from '../support/service.ts';

const folder = await newFolder();

const nouns = ['river', 'lantern', 'window', 'garden', 'castle', 'button', 'market', 'bottle'];
const words = [
  [0, 3],
  [4, 6],
  [7, 9],
];
/** Everyday texts, in which all readers would make the time bold. */
const everyday = path.join(folder, 'everyday.jsonl');
const readers = Array.from({ length: 3 }, () => [1, 2]);
const times = nouns.map((_, at) => ({ lang: 'xx', text: `aba 1${at}:07!`, words, readers }));
writeFileSync(everyday, times.map((line) => `${JSON.stringify(line)}\n`).join(''));

/** Fits to a file with this content. Returns what was printed and written. */
const runFit = (tsv: string) => {
  const [input, output] = [path.join(folder, 'train.tsv'), path.join(folder, 'weights.json')];
  writeFileSync(input, tsv);
  const program = ['bin/fit.ts', input, '--everyday', everyday, '--output', output];
  const printed = execFileSync(process.execPath, program, { stdio: 'pipe' });
  return { printed: String(printed), file: readFileSync(output, 'utf8') };
};
const row = (printed: string, name: string): readonly number[] =>
  (printed.split('\n').find((line) => line.startsWith(`│ ${name} `)) ?? '')
    .split("'")
    .flatMap((cell, at) => (at % 2 === 1 ? Number(cell) : []));

test('the fit finds a planted rule, twice the same; the shipped weights have its form', () => {
  const texts = Array.from({ length: 48 }, (_, at) => {
    const tokens = ['the', nouns[at % 8], 'near', 'my', nouns[(at + 1 + (at % 7)) % 8], '!'];
    tokens.splice(at % 6, 0, 'zorp');
    // Readers emphasize zorp, and fewer of them what stands before the exclamation mark.
    const marks = (token = '', next = '') =>
      token === 'zorp' ? 'B|B|B|B|B' : next === '!' ? 'B|I|O|O|B' : 'O|O|O|O|O';
    const line = (token = '', i = 0) => `${i}\t${token}\t${marks(token, tokens[i + 1])}`;
    return `${tokens.map(line).join('\n')}\n\n`;
  });
  const tsv = texts.join('');
  const { printed, file } = runFit(tsv);
  expect(runFit(tsv).file).toBe(file);
  const [model = 0, , first = 1] = row(printed, 'Match_m');
  expect(model).toBeGreaterThan(Math.max(0.8, first));
  // As 14:07 is one word, half of it is never bold.
  expect(row(printed, 'agreement')).toEqual([1, expect.any(Number), 0, 1, 1]);

  const scoresBy = (json: string, text: string) => {
    return linearModel(JSON.parse(json).weights)(text, candidateWords(text));
  };
  const [river = 0, zorp = 0, button = 0] = scoresBy(file, 'my river the zorp near button!').filter(
    (_, at) => at % 2 === 1,
  );
  expect(zorp).toBeGreaterThan(button);
  expect(button).toBeGreaterThan(river);
  const shipped = readFileSync('functions/emphasis/embedded/weights.data.json', 'utf8');
  const tables = (json: string) => {
    const { vocabulary, ...all } = JSON.parse(json).weights;
    return Object.values<Record<string, string>>(all).map((table) =>
      Object.entries(table).map(([group, weights]) => [group, weights.split(' ').length]),
    );
  };
  expect(tables(shipped)).toEqual(tables(file));
  const lexicons = ['lexicon', 'foreign'].map((name) =>
    readFileSync(`functions/emphasis/embedded/${name}.data.json`),
  );
  expect(Buffer.byteLength(shipped) + Buffer.concat(lexicons).length).toBeLessThan(125_000);
});

test('a model in Bedrock is measured on the same texts', async () => {
  const bedrock = await startBedrock();
  bedrock.reply(ranking([2]));
  const input = path.join(folder, 'two.tsv');
  const lines = ['O|O', 'B|B', 'O|O', 'O|O', 'O|O'].map(
    (marks, at) => `${at}\tword${at}\t${marks}`,
  );
  writeFileSync(input, lines.join('\n'));
  const address = { AWS_ENDPOINT_URL_BEDROCK_RUNTIME: bedrock.url };
  const env = { ...programEnvironment(), ...localCredentials, ...address };
  const program = ['bin/fit.ts', input, '--everyday', everyday, '--bedrock', 'us.example'];
  const { stdout } = await runNode(program, { env });
  // In each text, only the second word was emphasized more than the others.
  expect(row(stdout, 'agreement')[0]).toBe(1);
  expect(row(stdout, 'Match_m')[0]).toBe(1);
});

test("a line without readers' marks is named", () => {
  expect(() => runFit('0\tword')).toThrow('No marks of readers: 0\tword');
});
