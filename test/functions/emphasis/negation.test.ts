import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { chooseWords } from '../../../functions/emphasis/bold.ts';
import { rankEmbedded } from '../../../functions/emphasis/embedded.ts';
import {
  findNegations,
  languages,
  type Negation,
  rankWithNegations,
} from '../../../functions/emphasis/negation.ts';
import { candidateWords } from '../../../functions/emphasis/words.ts';
import { expectOn, readPage } from '../../docs/pages.ts';
import { expectIdentical } from '../../support/properties.ts';

/** The indexes of what a negation governs, in order. */
const governedBy = ({ governs }: Negation): readonly number[] =>
  [...new Set(governs.flatMap(([from, to]) => [...Array(to).keys()].slice(from)))].sort(
    (a, b) => a - b,
  );

/** What the last negation with this text governs; undefined if it is none. */
const governed = (text: string, negation: string, words = candidateWords(text)) => {
  const last = findNegations(text, words).findLast(({ at }) => words[at]?.text === negation);
  return last && governedBy(last).map((at) => words[at]?.text);
};

/** Negations that no other language spells like a word of its own. */
const negations = [
  ...['not', 'NOT', 'never', 'nor', 'neither', 'without', 'cannot', 'nobody', 'rarely'],
  ...["don't", 'don’t', 'can`t', 'won´t', "isn't", 'dont', 'Cant', 'doesnt', 'wont', 'isnt'],
  ...['don‘t', 'donʼt', 'don′t', 'don＇t', "mustn't've", 'ｎｏｔ', 'no\u00adt', 'not\u2060'],
  ...['don‛t', 'don᾽t', "don\\'t", 'don&#39;t', 'don&#X0027;t', 'don&#8219;t', 'don&#x2bC;t'],
  ...['don&apos;t', 'don&rsquo;t', 'don&lsquo;t', 'don&CloseCurlyQuote;t', 'don&#8125;t'],
  ...['nicht', 'niet', 'ikke', "n'est", 'nunca', 'não', 'nessun', 'fără', 'nigdy', 'без', 'жодний'],
  ...['не', 'НЕТ', 'δεν', 'ΧΩΡΙΣ', 'Μην', 'älä', 'nem', 'אסור', 'לֹא', 'لا', 'لَمْ', 'मत', 'đừng'],
  ...['jangan', 'tiada', '不要', 'ห้าม', 'nie', 'אל', 'except', 'verboten', 'запрещено', 'tilos'],
  ...['谢绝', 'งด', 'inga', 'ettei', 'ולא', 'ليسوا', 'nggak', 'жодної', 'ουδείς', 'niks', 'sincs'],
];

test('a negation is known in every language and spelling', () => {
  const unknown = negations.filter((word) => governed(`${word} xyzzy`, word)?.[0] !== 'xyzzy');
  expect(unknown).toEqual([]);
});

const piece = fc.constantFrom(
  ...['not', "don't", '不要', 'ห้าม', 'nicht', 'मत', 'запрещено', 'not/never', 'non-toxic', '禁止'],
  ...[
    'touch',
    'the',
    'wire',
    'doubt',
    '红线',
    '北京',
    'und',
    'Tür',
    ' ',
    ' ',
    ' ',
    ', ',
    '. ',
    '。',
  ],
  ...['\n\n', ':\n', ':\n\n', '\n- ', '\n  - '],
);

test('no word ranks before a negation that governs it, or is bold without it, at any ratio', () => {
  const pieces = fc.array(piece, { minLength: 1, maxLength: 60 });
  fc.assert(
    fc.property(pieces, fc.constantFrom(undefined, 0.4, 1), fc.nat(), (drawn, rise, rank) => {
      const text = drawn.join('');
      const words = candidateWords(text);
      const negations = findNegations(text, words);
      const embedded = rankEmbedded(text, words);
      const scores =
        rise === undefined
          ? embedded.scores
          : Float64Array.from(words.keys(), (at) => -((at ^ rank) % 7));
      const order = rankWithNegations(negations, scores, rise ?? embedded.rise);
      expect(order.toSorted((a, b) => a - b)).toEqual([...words.keys()]);
      const pairs = negations.flatMap((negation) =>
        governedBy(negation).map((at) => [negation.at, at] as const),
      );
      const early = pairs.filter(([at, word]) => order.indexOf(at) > order.indexOf(word));
      expect([text, early]).toEqual([text, []]);
      for (let count = 1; count <= words.length; count += 1) {
        const chosen = new Set(chooseWords(words, order, negations, count));
        expectIdentical(chosen.size, count);
        if (pairs.some(([at, word]) => chosen.has(word) && !chosen.has(at)))
          throw new Error(`Bold without its negation: ${JSON.stringify([text, count])}`);
      }
    }),
    { numRuns: 300 },
  );
});

test.each([
  // Five words, twelve of its sentence, and none after an empty line.
  ['A no 1 2 3 4 5. 6', 'no', '5'],
  ['Not 1 2 3 4. 5 6', 'Not', '5'],
  ['Not 1 2 3 4 5 6 7 8 9 10 11 12 13', 'Not', '12'],
  ['Not 1 2 3 4 5 6 (7 8?” 9', 'Not', '8'],
  ['Not 1, 2: 3 4 5 6 - 7\n8。9', 'Not', '8'],
  ['Not 1. 2\r\n \r\n3', 'Not', '2'],
  ['Not:\n\n- 1 2 3 4 5 6\n \n7', 'Not', '6'],
  ['No doubt this plan is', 'No', 'is'],
  ["Il n'y a aucun danger", "n'y", 'danger'],
  ["Non c'è nessun'altra strada", "nessun'altra", 'strada'],
  ['Wejście bez pozwolenia', 'bez', 'pozwolenia'],
  ['En halua että se on', 'En', 'on'],
  ['É proibido nadar no rio. No swimming here', 'No', 'here'],
  ['อย่าแตะต้องสายไฟ', 'อย่า', 'ไฟ'],
  ['我没看到他', '我没', '他'],
  ['並沒有問題', '並沒有', '問題'],
  ['无糖饮料', '无', '饮料'],
  ['请勿吸烟', '勿', '吸烟'],
  ['並非如此', '並非', '如此'],
  ['严禁吸烟', '严禁', '吸烟'],
  // A word of several languages, in a text of which nothing else is known.
  ['Sin gluten', 'Sin', 'gluten'],
])('in %j, %j governs the words up to %j', (text, negation, last) => {
  expect(governed(text, negation)?.at(-1)).toBe(last);
});

test.each([
  ['Nur noch heute', 'noch'],
  ['不过这个计划很好', '不过'],
  ['別館の会社', '別館'],
  ['The well-known plan', 'well'],
  ['N + 1', 'N'],
  ['Estou no banco da praça', 'no'],
  ['The sin of pride', 'sin'],
  ["C'est le pain et le beurre", 'et'],
  ['Install the NIC in your server', 'NIC'],
  ['Meet in room No. 5', 'No'],
])('in %j, %j is no negation', (text, word) => {
  expect(governed(text, word)).toBeUndefined();
});

test.each([
  ['Rauchen ist auf dem Gelände nicht gestattet', 'nicht', 'Rauchen ist auf dem Gelände gestattet'],
  ['यह दरवाज़ा मत खोलो', 'मत', 'यह दरवाज़ा खोलो'],
  ['Курение здесь запрещено', 'запрещено', 'Курение здесь'],
  ['吸烟在此禁止', '禁止', '吸烟 在此'],
  // Twelve of its clause.
  ['Die 1 2 3 4 5 6 7 8 9 10 11 12 nicht', 'nicht', '1 2 3 4 5 6 7 8 9 10 11 12'],
  ['Wer, der in 3,5 t z. B. um 14:30 nicht', 'nicht', 'der in 3,5 t z B um 14:30'],
  ['Die Tür; das ist\nes (nicht).', 'nicht', 'es'],
  // Neither blocks the other.
  ['Nicht ohne Ausweis', 'ohne', 'Ausweis'],
  ['He is not here', 'not', 'here'],
  ['Is it safe? No. 40 people', 'No', '40 people'],
  // A list.
  ['Not\nhere:\n\n- a\n\n  b\n  - c\n- d\n\nno', 'Not', 'here a b c d'],
  ['1. Not here:\r\n\r\n   - a\r\n   - b\r\n\r\n2. c', 'Not', 'here a b'],
  ['> Not here:\n>\n> - a\n>\n> - b\n\n- c', 'Not', 'here a b'],
  ['Not 1 2 3 4 5 6 7 8 9 0 1 2 3:\n1) a\n# B', 'Not', '1 2 3 4 5 6 7 8 9 0 1 2 a'],
  ['Not **here:**\n\nthis a b c d e f\ng\n\nh', 'Not', 'this a b c d e f g'],
  ['Not here. There:\n- a b c d e f', 'Not', 'here There a b c'],
])('in %j, %j governs %j', (text, negation, words) => {
  expect(governed(text, negation)?.join(' ')).toBe(words);
});

test.each([
  ['not/never touch it', ['not/never touch it']],
  ['non-toxic glue', []],
  ['No-one came', ['No-one came']],
  ['N-am timp', ['N-am timp']],
])('in %j, a joined word negates within, or on: %j', (text, expected) => {
  const matches = Array.from(text.matchAll(/\S+/g), ({ index, 0: word }) => [index, word] as const);
  const words = matches.map(([start, word]) => ({ text: word, start, end: start + word.length }));
  const found = findNegations(text, words).map((word) => [word.at, ...governedBy(word)]);
  expect(found.map((at) => at.map((index) => words[index]?.text).join(' '))).toEqual(expected);
});

test('the documentation names the languages', () => {
  const names = [...Object.keys(languages).flatMap((name) => name.split(', ')), 'Chinese'].sort();
  const listed: readonly string[] =
    readPage('docs/emphasis.md').text.match(/[A-Z][a-z]+(?= \d+ \()/g) ?? [];
  expectOn('docs/emphasis.md#negations', names, (_, name) => listed.includes(name));
  expect(listed).toHaveLength(names.length);
  const join = (parts: readonly string[], word: string) =>
    `${parts.slice(0, -1).join(', ')} ${word} ${parts.at(-1)}`;
  expectOn('docs/client.md', [join(names, 'and')]);
  const around = names.filter((name) =>
    Object.entries(languages).some(
      ([key, language]) => language.negatesAround && key.includes(name),
    ),
  );
  expectOn('docs/emphasis.md#negations', [`read as ${join(around, 'or')}`]);
});
