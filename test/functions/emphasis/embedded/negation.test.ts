import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { rankEmbedded } from '../../../../functions/emphasis/embedded.ts';
import { candidateWords } from '../../../../functions/emphasis/words.ts';

const ranked = (text: string): readonly string[] => {
  const words = candidateWords(text);
  return rankEmbedded(text, words).order.map((at) => words[at]?.text ?? '');
};

test.each([
  ["Don't forget your key", "Don't", 'forget'],
  ['Don’t forget your key', 'Don’t', 'forget'],
  ['DO NOT TOUCH', 'NOT', 'TOUCH'],
  ['No refunds', 'No', 'refunds'],
  ['This action cannot be undone', 'cannot', 'undone'],
  ['The product is no longer available', 'no', 'available'],
  ["We haven't received your payment", "haven't", 'received'],
  ['Plants die without any water', 'without', 'water'],
  ["We don't accept cash", "don't", 'cash'],
  ["Please don't feed the animals", "don't", 'animals'],
  ['You must not exceed the stated dose', 'not', 'dose'],
  ['Do not enter without permission', 'not', 'permission'],
  ['Kein Zutritt', 'Kein', 'Zutritt'],
])('a negation ranks before what it governs: %s', (text, negation, governed) => {
  const order = ranked(text);
  expect(order.indexOf(negation)).toBeLessThan(order.indexOf(governed));
});

test.each([
  ['No doubt this plan is the best', 'No', 'doubt'],
  ['Not only the price but also the quality improved', 'Not', 'price'],
  ['The meeting is in room No. 5', 'No', '5'],
  ['I am not tired, I am happy', 'not', 'happy'],
])('it governs nothing that it does not negate: %s', (text, negation, free) => {
  const order = ranked(text);
  expect(order.indexOf(free)).toBeLessThan(order.indexOf(negation));
});

test('whatever a negation stands in, the word after it never ranks before it', () => {
  const negation = fc.constantFrom('not', 'NO', 'Never', "don't", 'isn’t', 'without');
  const word = fc.constantFrom(
    'the',
    'touch',
    'Storms',
    'but',
    'must',
    'do',
    '42',
    'please',
    'long',
  );
  const gap = fc.constantFrom(' ', ', ', '. ', '\n', ' “', '-');
  const pieces = fc.array(fc.tuple(fc.oneof(negation, word), gap), { maxLength: 30 });
  fc.assert(
    fc.property(pieces, negation, word, pieces, (before, negates, negated, after) => {
      fc.pre(negated !== 'but');
      const join = (all: readonly (readonly string[])[]) => all.flat().join('');
      const start = join(before);
      const text = `${start}${negates} ${negated} ${join(after)}`;
      const words = candidateWords(text);
      const at = words.findIndex((each) => each.start === start.length);
      const { order } = rankEmbedded(text, words);
      expect(order.indexOf(at)).toBeLessThan(order.indexOf(at + 1));
    }),
    { numRuns: 1000 },
  );
});
