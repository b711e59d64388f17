import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { raiseNegations } from '../../../../functions/emphasis/embedded/negation.ts';
import { rankEmbedded } from '../../../../functions/emphasis/embedded.ts';
import { candidateWords } from '../../../../functions/emphasis/words.ts';

const negation = fc.constantFrom(
  ...['not', 'NOT', 'no', 'never', 'nor', 'neither', 'without', 'cannot', 'nobody'],
  ...["don't", 'don’t', 'can`t', 'won´t', "isn't", 'dont', 'Cant', 'doesnt', 'wont', 'isnt'],
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
const wordsOf = (text: string): readonly string[] => text.match(/\S+/g) ?? [];

test('a negation ranks before the next five words of its clause, whatever ranked', () => {
  const numbers = fc.infiniteStream(fc.nat());
  fc.assert(
    fc.property(sentence, fc.option(numbers), (clauses, draws) => {
      let text = 'It is a plan: ';
      const governed: (readonly [negation: number, word: number])[] = [];
      for (const [{ start, negates, rest }, joint] of clauses) {
        text += start;
        const at = wordsOf(text).length;
        const next = rest.join(' ');
        text += `${negates ?? 'surely'} ${next}${joint}`;
        const count = negates === null ? 0 : Math.min(5, wordsOf(next).length);
        for (let i = 1; i <= count; i++) governed.push([at, at + i]);
      }
      // Two grave accents would make code.
      fc.pre(text.indexOf('`') === text.lastIndexOf('`'));
      const words = candidateWords(text);
      expect(words).toHaveLength(wordsOf(text).length);
      const drawn = words.map((_, at) => [draws?.next().value ?? 0, at] as const);
      const random = drawn.sort(([a], [b]) => a - b).map(([, at]) => at);
      const ranking = draws ? raiseNegations(text, words, random) : rankEmbedded(text, words).order;
      expect(ranking.toSorted((a, b) => a - b)).toEqual([...words.keys()]);
      const early = governed.filter(
        ([one, other]) => ranking.indexOf(one) > ranking.indexOf(other),
      );
      expect(early).toEqual([]);
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
  const order = rankEmbedded(text, words).order.map((at) => words[at]?.text);
  expect(order.indexOf(free)).toBeLessThan(order.indexOf(negation));
});
