import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { emphasize } from '../../../functions/emphasis/bold.ts';
import { rankEmbedded } from '../../../functions/emphasis/embedded.ts';
import type { Word } from '../../../functions/emphasis/model.ts';
import { languages, raiseNegations } from '../../../functions/emphasis/negation.ts';
import { candidateWords } from '../../../functions/emphasis/words.ts';
import { expectOn, readPage } from '../../docs/pages.ts';
import { expectIdentical } from '../../support/properties.ts';

/** Whether each word is bold in a text without asterisks of its own. */
const areBold = (result: string, words: readonly Word[]): readonly boolean[] => {
  const bold = [...result.split('**').entries()].flatMap(([at, piece]) =>
    new Array<boolean>(piece.length).fill(at % 2 === 1),
  );
  return words.map(({ start }) => bold[start] === true);
};

/** The text of the last word that a word governs: its own, if it is no negation. */
const lastGoverned = (text: string, negation: string): string | undefined => {
  const words = candidateWords(text);
  const one = words.findLastIndex((word) => word.text === negation);
  const { ends } = raiseNegations(text, words, [...words.keys()]);
  return words[Number(ends[one]) - 1]?.text;
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
  ...['jangan', 'tiada', '不要', 'ห้าม', 'nie', 'אל'],
];

test('a negation is known in every language and spelling', () => {
  const unknown = negations.filter((word) => lastGoverned(`${word} xyzzy`, word) !== 'xyzzy');
  expect(unknown).toEqual([]);
});

const piece = fc.constantFrom(
  ...['not', "don't", '不要', 'ห้าม', 'touch', 'the', 'wire', 'doubt', '红线', '北京'],
  ...[' ', ' ', ' ', ', ', '. ', '。', '\n\n'],
);

test('no word ranks before a negation that governs it, or is bold without it, at any ratio', () => {
  const pieces = fc.array(piece, { minLength: 1, maxLength: 60 });
  fc.assert(
    fc.property(pieces, fc.option(fc.nat(1_000)), (drawn, rank) => {
      const text = drawn.join('');
      const words = candidateWords(text);
      const place = (at: number) => (at ^ (rank ?? 0)) % 7;
      const random = [...words.keys()].sort((a, b) => place(a) - place(b));
      const { order, ends } =
        rank === null ? rankEmbedded(text, words) : raiseNegations(text, words, random);
      expect(order.toSorted((a, b) => a - b)).toEqual([...words.keys()]);
      const pairs = ends.flatMap((end, one) =>
        words.slice(one + 1, end).map((_, at) => [one, one + 1 + at] as const),
      );
      const early = pairs.filter(([one, other]) => order.indexOf(one) > order.indexOf(other));
      expect([text, early]).toEqual([text, []]);
      for (let chosen = 1; chosen <= words.length; chosen += 1) {
        const bold = areBold(emphasize(text, words, order, chosen, ends).result, words);
        expectIdentical(bold.filter(Boolean).length, chosen);
        if (pairs.some(([one, other]) => bold[other] && !bold[one]))
          throw new Error(`Bold without its negation: ${JSON.stringify([text, chosen])}`);
      }
    }),
    { numRuns: 300 },
  );
});

test.each([
  // Five words, twelve of its sentence, and none after an empty line.
  ['Room No. 1 2 3 4 5 6', 'No', '5'],
  ['Not 1 2 3 4. 5 6', 'Not', '5'],
  ['Not 1 2 3 4 5 6 7 8 9 10 11 12 13', 'Not', '12'],
  ['Not 1 2 3 4 5 6 (7 8?” 9', 'Not', '8'],
  ['Not 1, 2: 3 4 5 6 - 7\n8。9', 'Not', '8'],
  ['Not 1. 2\r\n \r\n3', 'Not', '2'],
  ['Not:\n\n- 1 2 3 4 5 6\n \n7', 'Not', '6'],
  ['No doubt this plan is', 'No', 'is'],
  ['Handle this non-toxic glue', 'non', 'glue'],
  ["Il n'y a aucun danger", "n'y", 'danger'],
  ["Non c'è nessun'altra strada", "nessun'altra", 'strada'],
  ['N-am văzut nimic', 'N', 'nimic'],
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
  // These govern nothing.
  ['Nur noch heute', 'noch', 'noch'],
  ['不过这个计划很好', '不过', '不过'],
  ['別館の会社', '別館', '別館'],
  ['The well-known plan', 'well', 'well'],
  ['N + 1', 'N', 'N'],
  ['Estou no banco da praça', 'no', 'no'],
  ['The sin of pride', 'sin', 'sin'],
  ["C'est le pain et le beurre", 'et', 'et'],
  ['Install the NIC in your server', 'NIC', 'NIC'],
])('in %j, %j governs the words up to %j', (text, negation, last) => {
  expect(lastGoverned(text, negation)).toBe(last);
});

test('the documentation names the languages', () => {
  const names = [...Object.keys(languages).flatMap((name) => name.split(', ')), 'Chinese'].sort();
  const listed: readonly string[] =
    readPage('docs/emphasis.md').text.match(/[A-Z][a-z]+(?= \d+ \()/g) ?? [];
  expectOn('docs/emphasis.md#negations', names, (_, name) => listed.includes(name));
  expect(listed).toHaveLength(names.length);
  const named = `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
  expectOn('docs/client.md', [named]);
});
