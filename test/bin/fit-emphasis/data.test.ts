import { expect, test } from '@jest/globals';
import { merged, parse } from '../../../bin/fit-emphasis/data.ts';

const text = (columns: (at: number) => string): string =>
  ['Do', "n't", 'panic', '!'].map((token, at) => `T_0_${at}\t${token}\t${columns(at)}`).join('\n');
const marked = (probabilities: readonly number[]): string =>
  text((at) => `O|B\t1|0|1\t${probabilities[at]}\tNN`);
const answered = (probabilities: readonly number[]): string =>
  text((at) => `${probabilities[at]}\t`);

test('tokens are joined to a text and words; a word has the highest probability of its tokens', () => {
  const [example] = parse(marked([0.25, 0.5, 1, 0]));
  expect(example).toMatchObject({
    text: "Don't panic!",
    words: [{ text: "Don't" }, { text: 'panic' }],
    tokens: [[0, 1], [2]],
    targets: [0.5, 1],
  });
});

test('equal texts are merged, with the mean of their probabilities', () => {
  const examples = parse([marked([0, 0.5, 1, 0]), answered([1, 0, 0.5, 0])].join('\n\n'));
  expect(examples).toHaveLength(2);
  expect(merged(examples)).toEqual([
    { ...examples[0], probabilities: [0.5, 0.25, 0.75, 0], targets: [0.5, 0.75] },
  ]);
});

test('a file without texts is an error', () => {
  expect(() => parse('\n')).toThrow('No texts');
});
