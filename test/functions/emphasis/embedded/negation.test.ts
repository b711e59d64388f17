import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { emphasize } from '../../../../functions/emphasis/bold.ts';
import { raiseNegations } from '../../../../functions/emphasis/embedded/negation.ts';
import { rankEmbedded } from '../../../../functions/emphasis/embedded.ts';
import { candidateWords } from '../../../../functions/emphasis/words.ts';
import type { Word } from '../../../../functions/text/word.ts';
import { expectIdentical } from '../../../support/expect-identical.ts';

const negation = fc.constantFrom(
  ...['not', 'NOT', 'no', 'never', 'nor', 'neither', 'without', 'cannot', 'nobody'],
  ...["don't", 'don’t', 'can`t', 'won´t', "isn't", 'dont', 'Cant', 'doesnt', 'wont', 'isnt'],
  ...['don‘t', 'donʼt', 'don′t', 'don＇t', "mustn't've", 'ｎｏｔ', 'no\u00adt', 'not\u2060'],
);
const subject = fc.constantFrom('', 'we ', 'The report ', 'you must ', 'please ', 'is the wire ');
const word = fc.constantFrom(
  ...['touch', 'the', 'any', 'valid', 'allergic', 'to', 'wire', 'evidence', 'of', 'fraud', '500'],
  ...['use', 'long', 'lifts', 'danger', 'Paris', 'it', 'yet', 'immediately', 'exit\nnow'],
);
const clause = fc.record({
  start: subject,
  negates: fc.option(negation),
  rest: fc.array(word, { minLength: 1, maxLength: 8 }),
});
const joint = fc.constantFrom(', ', ' and ', ' but ', '. ', '\n\n');
const sentence = fc.array(fc.tuple(clause, joint), { minLength: 1, maxLength: 4 });
/** What may touch a word. */
const touching = fc.constantFrom('', '', '', '请', '日本', 'カタ', '한국', 'ไทย', '会议室');

/** Whether each word is bold in a text without asterisks of its own. */
const areBold = (result: string, words: readonly Word[]): readonly boolean[] => {
  const bold = [...result.split('**').entries()].flatMap(([at, piece]) =>
    new Array<boolean>(piece.length).fill(at % 2 === 1),
  );
  return words.map(({ start }) => bold[start] === true);
};

test('a negation ranks before the next five words of its clause, and none of them is bold without it', () => {
  const numbers = fc.infiniteStream(fc.nat());
  fc.assert(
    fc.property(sentence, touching, touching, fc.option(numbers), (clauses, left, right, draws) => {
      let text = 'It is a plan that we have for all of you: ';
      /** The offsets of negations and of the ends of what they may govern. */
      const negations: (readonly [start: number, end: number])[] = [];
      for (const [{ start, negates, rest }, joint] of clauses) {
        text += `${start}${left}`;
        const next = `${negates ?? 'surely'} ${rest.join(' ')}`;
        if (negates !== null) negations.push([text.length, text.length + next.length]);
        text += `${next}${right}${joint}`;
      }
      // Two grave accents would make code.
      fc.pre(text.indexOf('`') === text.lastIndexOf('`'));
      const words = candidateWords(text);
      const governed = negations.flatMap(([start, end]) => {
        const one = words.findIndex((word) => word.start === start);
        const within = words.filter((word) => word.start > start && word.start < end).length;
        // A script without spaces may be part of the negation's word.
        return one < 0
          ? []
          : Array.from({ length: Math.min(5, within) }, (_, i) => [one, one + i + 1] as const);
      });
      const drawn = words.map((_, at) => [draws?.next().value ?? 0, at] as const);
      const random = drawn.sort(([a], [b]) => a - b).map(([, at]) => at);
      const { order, ends } = draws
        ? raiseNegations(text, words, random)
        : rankEmbedded(text, words);
      expect(order.toSorted((a, b) => a - b)).toEqual([...words.keys()]);
      expect(governed.filter(([one, other]) => order.indexOf(one) > order.indexOf(other))).toEqual(
        [],
      );
      for (let chosen = 1; chosen <= words.length; chosen++) {
        const bold = areBold(emphasize(text, words, order, chosen, ends).result, words);
        expectIdentical(bold.filter(Boolean).length, chosen);
        const plain = governed.filter(([one, other]) => bold[other] && !bold[one]);
        expectIdentical(JSON.stringify([text, chosen, plain]), JSON.stringify([text, chosen, []]));
      }
    }),
    { numRuns: 500 },
  );
});

test.each([
  ['No doubt this plan is the best', 'No', 'doubt'],
  ['Not only the price but also the quality improved', 'Not', 'price'],
  ['The meeting is in room No. 5', 'No', '5'],
  ['I am not tired, I am happy', 'not', 'happy'],
  ['I am not tired but happy', 'not', 'happy'],
  ['No, I am happy', 'No', 'happy'],
  ['dont je parle', 'dont', 'parle'],
])('it governs nothing that it does not negate: %s', (text, negation, free) => {
  const words = candidateWords(text);
  const place = (name: string) => words.findIndex((word) => word.text === name);
  const { order } = raiseNegations(text, words, [...new Set([place(free), ...words.keys()])]);
  expect(order.indexOf(place(free))).toBeLessThan(order.indexOf(place(negation)));
});
