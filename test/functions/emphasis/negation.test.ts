import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { emphasize } from '../../../functions/emphasis/bold.ts';
import { rankEmbedded } from '../../../functions/emphasis/embedded.ts';
import type { Ranking, Word } from '../../../functions/emphasis/model.ts';
import { raiseNegations } from '../../../functions/emphasis/negation.ts';
import { candidateWords } from '../../../functions/emphasis/words.ts';
import { expectIdentical } from '../../support/properties.ts';

/** Whether each word is bold in a text without asterisks of its own. */
const areBold = (result: string, words: readonly Word[]): readonly boolean[] => {
  const bold = [...result.split('**').entries()].flatMap(([at, piece]) =>
    new Array<boolean>(piece.length).fill(at % 2 === 1),
  );
  return words.map(({ start }) => bold[start] === true);
};

/** Expects that no governed word ranks before its negation, or is bold without it, at any ratio. */
const expectKept = (
  text: string,
  words: readonly Word[],
  { order, ends }: Pick<Ranking, 'order' | 'ends'>,
  pairs: readonly (readonly [negation: number, governed: number])[],
): void => {
  expect(order.toSorted((a, b) => a - b)).toEqual([...words.keys()]);
  expect(pairs.filter(([one, other]) => order.indexOf(one) > order.indexOf(other))).toEqual([]);
  for (let chosen = 1; chosen <= words.length; chosen++) {
    const bold = areBold(emphasize(text, words, order, chosen, ends).result, words);
    expectIdentical(bold.filter(Boolean).length, chosen);
    const alone = pairs.filter(([one, other]) => bold[other] && !bold[one]);
    expectIdentical(JSON.stringify([text, chosen, alone]), JSON.stringify([text, chosen, []]));
  }
};

/** Negations that no other language spells like a word of its own. */
const negation = fc.constantFrom(
  ...['not', 'NOT', 'never', 'nor', 'neither', 'without', 'cannot', 'nobody', 'rarely'],
  ...["don't", 'don’t', 'can`t', 'won´t', "isn't", 'dont', 'Cant', 'doesnt', 'wont', 'isnt'],
  ...['don‘t', 'donʼt', 'don′t', 'don＇t', "mustn't've", 'ｎｏｔ', 'no\u00adt', 'not\u2060'],
  ...['nicht', 'niet', 'ikke', 'pas', "n'est", 'nunca', 'não', 'nessun', 'fără', 'nigdy', 'není'],
  ...['не', 'НЕТ', 'δεν', 'ΧΩΡΙΣ', 'älä', 'nem', 'HİÇ', 'אסור', 'لا', 'मत', 'đừng'],
  ...['jangan', '안', '절대', '不要', 'ห้าม', 'nie', 'nikdy', 'Μην', 'Sakın', 'אל'],
);
const word = fc.constantFrom(
  ...['touch', 'the', 'any', 'valid', 'allergic', 'to', 'wire', 'evidence', 'of', 'fraud', '500'],
  ...['doubt', 'only', 'but', 'yet', 'exit\nnow', '`code`', '[link](/a)', '红线', '**old**', 'x*y'],
);
/** What may stand between two words. Only an empty line ends what a negation governs. */
const between = fc.constantFrom(
  ...[' ', ' ', ' ', ', ', '. ', ' (', ') ', '\r\n', '\n- ', '\n\n', '\n \n'],
);
/** What may touch a negation. */
const touching = fc.constantFrom('', '', '', '请', '日本', 'カタ', '한국', 'ไทย', '会议室');

test('a negation ranks before the next five candidates of its paragraph, and none is bold without it', () => {
  const piece = fc.tuple(fc.oneof(word, word, fc.record({ negation, touching })), between);
  const pieces = fc.array(piece, { minLength: 1, maxLength: 20 });
  fc.assert(
    fc.property(pieces, fc.option(fc.infiniteStream(fc.nat())), (drawn, draws) => {
      let text = '';
      const starts = new Set<number>();
      for (const [one, gap] of drawn) {
        if (typeof one === 'string') text += one;
        else {
          text += one.touching;
          starts.add(text.length);
          text += one.negation;
        }
        text += gap;
      }
      const words = candidateWords(text);
      const pairs = words.flatMap(({ start }, one) => {
        if (!starts.has(start)) return [];
        const rest = words.slice(one + 1, one + 6);
        const end = rest.findIndex((other) => /\n *\n/.test(text.slice(start, other.start)));
        const governed = end < 0 ? rest : rest.slice(0, end);
        return governed.map((_, place) => [one, one + 1 + place] as const);
      });
      // Asterisks of the text would be taken for ours.
      const mine = text.replaceAll('*', '·');
      const keys = words.map((_, at) => [draws?.next().value ?? 0, at] as const);
      const random = keys.sort(([a], [b]) => a - b).map(([, at]) => at);
      const ranking = draws ? raiseNegations(text, words, random) : rankEmbedded(text, words);
      expectKept(mine, words, ranking, pairs);
    }),
    { numRuns: 500 },
  );
});

test.each([
  ['Do not call `foo.bar()` in production', 'not'],
  ['No doubt this plan is the best', 'No'],
  ['Handle this non-toxic glue', 'non'],
  ['The report is in room No. 5', 'No'],
  ['Ne touchez pas le fil rouge', 'Ne'],
  ["Il n'y a aucun danger", "n'y"],
  ['No toques el cable rojo', 'No'],
  ['Bebida sin azúcar para niños', 'sin'],
  ['Non toccare il filo rosso', 'Non'],
  ["Non c'è nessun'altra strada", "nessun'altra"],
  ['Non lo faccio mai di notte', 'mai'],
  ['Nu atinge firul roșu', 'Nu'],
  ['Wejście bez pozwolenia jest zabronione', 'bez'],
  ['En halua että se on punainen', 'En'],
  ['Ne nyúlj a piros drótokhoz', 'Ne'],
  ['Jangan sentuh', 'Jangan'],
  ['อย่าแตะต้องสายไฟสีแดง', 'อย่า'],
  ['不触摸红线', '不'],
  ['请勿触摸红线', '勿'],
  ['決して触らないでください', '決して'],
  // A word of several languages, in a text of which nothing else is known.
  ['Sin gluten', 'Sin'],
])('in %j, %j governs the next five candidates', (text, negation) => {
  const words = candidateWords(text);
  const one = words.findIndex((word) => word.text === negation);
  const pairs = words.slice(one + 1, one + 6).map((_, place) => [one, one + 1 + place] as const);
  expect(pairs).not.toEqual([]);
  const worst = [...words.keys()].reverse();
  expectKept(text, words, raiseNegations(text, words, worst), pairs);
  expectKept(text, words, rankEmbedded(text, words), pairs);
});

test.each([
  ['不过这个计划很好', '不过'],
  ['Estou no banco da praça', 'no'],
  ['Vi åker nu till stranden', 'nu'],
  ['The sin of pride', 'sin'],
  ['Hun tok sin egen bok', 'sin'],
  ["C'est le pain et le beurre", 'et'],
  ['Hij is in Parijs en niet thuis', 'en'],
  ['Che ne dici di questo', 'ne'],
  ['Bu bez çok temiz', 'bez'],
  ['Le premier mai est un jour férié', 'mai'],
  ['De stand is nul tegen drie', 'nul'],
  ['Install the NIC in your server', 'NIC'],
  ['Vad vill ni äta till middag', 'ni'],
])('in %j, %j is no negation', (text, word) => {
  const words = candidateWords(text);
  const place = words.findIndex(({ text }) => text === word);
  const random = [place + 1, ...words.keys()];
  const { order } = raiseNegations(text, words, [...new Set(random)]);
  expect(order[0]).toBe(place + 1);
});

test.each([
  ['Do not\n\ntouch it', 'it'],
  ['Do not\r\n \r\ntouch it', 'it'],
  ['Do not\r\ntouch it', 'not'],
])('an empty line ends what a negation governs: in %j, %j ranks first', (text, first) => {
  const words = candidateWords(text);
  const { order } = raiseNegations(text, words, [3, 2, 1, 0]);
  expect(words[Number(order[0])]?.text).toBe(first);
});
