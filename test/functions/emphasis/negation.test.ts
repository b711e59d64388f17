import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { emphasize } from '../../../functions/emphasis/bold.ts';
import { rankEmbedded } from '../../../functions/emphasis/embedded.ts';
import type { Ranking, Word } from '../../../functions/emphasis/model.ts';
import { languages, raiseNegations } from '../../../functions/emphasis/negation.ts';
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
): void => {
  const pairs = ends.flatMap((end, one) =>
    Array.from({ length: end - one - 1 }, (_, place) => [one, one + 1 + place] as const),
  );
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
  ...['don‛t', 'don᾽t', "don\\'t", 'don&#39;t', 'don&#X0027;t', 'don&#8219;t', 'don&#x2bC;t'],
  ...['don&apos;t', 'don&rsquo;t', 'don&lsquo;t', 'don&CloseCurlyQuote;t', 'don&#8125;t'],
  ...['nicht', 'niet', 'ikke', "n'est", 'nunca', 'não', 'nessun', 'fără', 'nigdy', 'без', 'жодний'],
  ...['не', 'НЕТ', 'δεν', 'ΧΩΡΙΣ', 'Μην', 'älä', 'nem', 'אסור', 'לֹא', 'لا', 'لَمْ', 'मत', 'đừng'],
  ...['jangan', 'tiada', '不要', 'ห้าม', 'nie', 'אל'],
);
const word = fc.constantFrom(
  ...['touch', 'the', 'any', 'valid', 'allergic', 'to', 'wire', 'evidence', 'of', 'fraud', '1.2'],
  ...['doubt', 'only', 'but', 'yet', 'exit\nnow', '`code`', '[link](/a)', '红线', '**old**', 'x*y'],
);
/** What may stand between two words, and what ends there. */
const between = fc.constantFrom(
  ...[' ', ' ', ' ', ' ', ', ', ' (', ') ', '\r\n', '\n- ', ': ', ':\n\n', ':) \n \n'].map(
    (gap) => [gap],
  ),
  ...['. ', '! ', '?” ', '…)\n', '."* ', '。', '！', '？」'].map((gap) => [gap, 'sentence']),
  ...['\n\n', '\n \n', '.\r\n\r\n'].map((gap) => [gap, 'paragraph']),
);
/** What may touch a negation. */
const touching = fc.constantFrom('', '', '', '北京', '한국');

test('a negation ranks before five words, or twelve of its sentence, and none is bold without it', () => {
  const piece = fc.tuple(fc.oneof(word, word, fc.record({ negation, touching })), between);
  const pieces = fc.array(piece, { minLength: 1, maxLength: 30 });
  fc.assert(
    fc.property(pieces, fc.option(fc.infiniteStream(fc.nat())), (drawn, draws) => {
      let text = '';
      const starts = new Set<number>();
      const ends = { sentence: [] as number[], paragraph: [] as number[] };
      for (const [one, [gap, end]] of drawn) {
        if (typeof one === 'string') text += one;
        else {
          text += one.touching;
          starts.add(text.length);
          text += one.negation;
        }
        if (end) ends.sentence.push(text.length);
        if (end === 'paragraph') ends.paragraph.push(text.length);
        text += gap;
      }
      const words = candidateWords(text);
      const isWithin = (kind: keyof typeof ends, from: number, to: number) =>
        !ends[kind].some((end) => from < end && end <= to);
      const expected = words.map(({ start }, at) => {
        const governed = words.slice(at + 1).findIndex((other, place) => {
          const isReached = place < 5 || (place < 12 && isWithin('sentence', start, other.start));
          return !(isReached && isWithin('paragraph', start, other.start));
        });
        if (!starts.has(start)) return at + 1;
        return governed < 0 ? words.length : at + 1 + governed;
      });
      const keys = words.map((_, at) => [draws?.next().value ?? 0, at] as const);
      const random = keys.sort(([a], [b]) => a - b).map(([, at]) => at);
      const ranking = draws ? raiseNegations(text, words, random) : rankEmbedded(text, words);
      expect([text, ranking.ends]).toEqual([text, expected]);
      // Asterisks of the text would be taken for ours.
      expectKept(text.replaceAll('*', '·'), words, ranking);
    }),
    { numRuns: 300 },
  );
});

/** The text of the last word that a word governs: its own, if it is no negation. */
const lastGoverned = (text: string, negation: string): string | undefined => {
  const words = candidateWords(text);
  const one = words.findLastIndex((word) => word.text === negation);
  const { ends } = raiseNegations(text, words, [...words.keys()]);
  return words[Number(ends[one]) - 1]?.text;
};

test.each([
  ['Room No. 1 2 3 4 5 6', 'No', '5'],
  ['No doubt this plan is', 'No', 'is'],
  ['Handle this non-toxic glue', 'non', 'glue'],
  ["Il n'y a aucun danger", "n'y", 'danger'],
  ["Non c'è nessun'altra strada", "nessun'altra", 'strada'],
  ['Non lo faccio mai di notte', 'mai', 'notte'],
  ['Nu s-au găsit viruși', 'Nu', 'viruși'],
  ['N-am văzut nimic', 'N', 'nimic'],
  ['Wejście bez pozwolenia', 'bez', 'pozwolenia'],
  ['En halua että se on', 'En', 'on'],
  ['Ne nyúlj a piros drótokhoz', 'Ne', 'drótokhoz'],
  ['No administrar a niños menores o', 'No', 'o'],
  ['Sin referencias a bebidas', 'Sin', 'bebidas'],
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
  ['别人看到红线', '别人', '别人'],
  ['別館の会社', '別館', '別館'],
  ['The well-known plan', 'well', 'well'],
  ['N + 1', 'N', 'N'],
  ['Estou no banco da praça', 'no', 'no'],
  ['Vi åker nu till stranden', 'nu', 'nu'],
  ['The sin of pride', 'sin', 'sin'],
  ["C'est le pain et le beurre", 'et', 'et'],
  ['Le premier mai est un jour férié', 'mai', 'mai'],
  ['De stand is nul tegen drie', 'nul', 'nul'],
  ['Install the NIC in your server', 'NIC', 'NIC'],
])('in %j, %j governs the words up to %j', (text, negation, last) => {
  expect(lastGoverned(text, negation)).toBe(last);
});

test('the documentation names the languages', () => {
  const names = [...Object.keys(languages).flatMap((name) => name.split(', ')), 'Chinese'].sort();
  const page = readFileSync('docs/emphasis.md', 'utf8');
  expect(page.match(/[A-Z][a-z]+(?= \d+ \()/g)).toEqual(names);
  const named = `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
  expect(readFileSync('docs/client.md', 'utf8')).toContain(named);
});
