import { describe, expect, test } from '@jest/globals';
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

describe('in other languages, no function word comes first', () => {
  test.each([
    ['English', 'The meeting moved to Thursday because of the storm', /^(the|to|because|of)$/i],
    ['German', 'Die Sitzung wurde wegen des Sturms verschoben', /^(die|wurde|wegen|des)$/i],
    ['French', 'La réunion est reportée à cause de la tempête', /^(la|est|à|de)$/i],
    ['Spanish', 'La reunión se aplazó al jueves por la tormenta', /^(la|se|al|por)$/i],
    ['Russian', 'Встреча перенесена на четверг из-за шторма', /^(на|из|за)$/i],
    ['Japanese', '会議は嵐のため木曜日に延期されました', /^\p{Script=Hiragana}+$/u],
    ['Chinese', '会议因暴风雨推迟到星期四', /^(因|到)$/],
    ['Arabic', 'تم تأجيل الاجتماع إلى يوم الخميس بسبب العاصفة', /^(تم|إلى|بسبب)$/],
    ['Hindi', 'बैठक तूफान के कारण गुरुवार तक स्थगित कर दी गई है', /^(के|तक|कर|दी|गई|है)$/],
  ])('%s', (_, text, functionWord) => {
    expect(ranked(text)[0]).not.toMatch(functionWord);
  });
});

test('the first word of a text is not always the first choice', () => {
  const texts = [
    'My advice is to follow your passion',
    'There is nothing like freedom',
    'Some people love chocolate',
    'We celebrate your birthday tomorrow',
  ];
  for (const text of texts) expect(ranked(text)[0]).not.toBe(text.split(' ')[0]);
});
