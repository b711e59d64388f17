import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { rankEmbedded } from '../../../functions/emphasis/embedded.ts';
import { embeddedModelName } from '../../../functions/emphasis/embedded-model-name.ts';
import type { Word } from '../../../functions/text/word.ts';
import { codePoint } from '../../support/code-points.ts';

const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' });

const wordsOf = (text: string): readonly Word[] =>
  [...segmenter.segment(text)]
    .filter(({ isWordLike }) => isWordLike)
    .map(({ segment, index }) => ({ text: segment, start: index, end: index + segment.length }));

const ranked = (text: string): readonly string[] => {
  const words = wordsOf(text);
  return rankEmbedded(text, words).order.map((index) => words[index]?.text ?? '');
};

const anyText = fc.oneof(fc.string({ unit: codePoint }), fc.lorem({ maxCount: 60 }));

test('any text is ranked: each word once, always in the same order', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      const words = wordsOf(text);
      const { model, order } = rankEmbedded(text, words);
      expect(model).toBe(embeddedModelName);
      expect([...order].sort((a, b) => a - b)).toEqual([...words.keys()]);
      expect(rankEmbedded(text, words).order).toEqual(order);
    }),
  );
});

test('ten thousand characters are ranked', () => {
  const text = 'All work and no play makes Jack a dull boy. '.repeat(227);
  expect(new Set(rankEmbedded(text, wordsOf(text)).order).size).toBe(wordsOf(text).length);
});

/** If a ranking changes, `embedded-model-name.ts` needs a new version. In other languages, function words come late. */
test.each([
  [
    'The meeting moved to Thursday because of the storm',
    'Thursday storm meeting moved the to of because The',
  ],
  [
    'Please do not touch the RED wire, Ada: it carries 400 volts!',
    '400 volts carries Ada not RED wire do Please touch it the',
  ],
  [
    'Be pushed by your dreams, not by your problems.',
    'dreams pushed not problems Be your your by by',
  ],
  [
    "There's no doubt we won't stop; nobody promised it would be easy, but we tried.",
    "tried doubt nobody easy promised no won't stop be we we would but it There's",
  ],
  [
    '“Some people love chocolate,” she said. Others prefer the quiet of a long, rainy Sunday afternoon (and tea).',
    'chocolate love tea afternoon Sunday quiet prefer rainy said Others people long and she Some of a the',
  ],
  ['WE CELEBRATE YOUR BIRTHDAY TOMORROW', 'BIRTHDAY TOMORROW CELEBRATE YOUR WE'],
  [
    'Never Give Up On What Makes You Smile\n\n— Heath Ledger',
    'Ledger Heath Smile Never Give Up Makes You On What',
  ],
  [
    'Die Sitzung wurde wegen des Sturms verschoben',
    'Sitzung verschoben Sturms wegen wurde des Die',
  ],
  [
    'La réunion est reportée à cause de la tempête',
    'tempête réunion reportée cause la de est à La',
  ],
  [
    'La reunión se aplazó al jueves por la tormenta',
    'tormenta jueves reunión aplazó la por se al La',
  ],
  ['Встреча перенесена на четверг из-за шторма', 'перенесена шторма Встреча четверг из за на'],
  ['会議は嵐のため木曜日に延期されました', '木曜日 会議 延期 した 嵐 ため ま れ に は さ の'],
  ['会议因暴风雨推迟到星期四', '星期四 会议 因 暴风 推迟 雨 到'],
  [
    'تم تأجيل الاجتماع إلى يوم الخميس بسبب العاصفة',
    'الاجتماع تأجيل العاصفة بسبب تم الخميس يوم إلى',
  ],
  ['बैठक तूफान के कारण गुरुवार तक स्थगित कर दी गई है', 'तूफान बैठक कारण गई गुरुवार दी स्थगित कर है के तक'],
])('the words of %j are ranked as ever: %s', (text, words) => {
  expect(ranked(text).join(' ')).toBe(words);
});
