import { expect, test } from '@jest/globals';
import { shapes, wordForms } from '../../../functions/emphasis/embedded/form.ts';
import { rankEmbedded } from '../../../functions/emphasis/embedded.ts';
import { candidateWords } from '../../../functions/emphasis/words.ts';

/** If a ranking changes, `embeddedModelName` needs a new version. In other languages, function words come late. */
test.each([
  [
    'Please do not touch the RED wire, Ada: it carries 400 volts!',
    'RED not 400 touch wire Ada carries Please volts do it the',
  ],
  [
    "There's no doubt we won't stop; nobody promised it would be easy, but we tried.",
    "tried stop no easy doubt promised nobody won't we be would it but we There's",
  ],
  [
    'La reunión se aplazó al jueves por la tormenta',
    'reunión jueves aplazó tormenta al por La se la',
  ],
  ['会議は嵐のため木曜日に延期されました', '会議 嵐のため 木曜日 延期されました は に'],
])('the words of %j are ranked as ever: %s', (text, expected) => {
  const words = candidateWords(text);
  const { scores } = rankEmbedded(text, words);
  const order = [...words.keys()].sort((a, b) => Number(scores[b]) - Number(scores[a]));
  const ranked = order.map((index) => words[index]?.text);
  expect(ranked.join(' ')).toBe(expected);
});

test.each([
  ['lower case', "hello can't"],
  ['capitalized', 'Hello ǅungla'],
  ['capitals', 'HELLO U.S ÉТΣ'],
  ['mixed', 'McCoy example.com'],
  ['year', '1999 2026'],
  ['number with marks', '14:07 1.5 31/12'],
  ['number with letters', '60kg 3C'],
  ['letters with a number', 'B14 v4.2'],
  ['joined', 'hi-vis'],
  ['joined, capitalized', 'R&D Wi-Fi'],
  ['kanji with kana', '食べない'],
  ['two Han characters', '会議'],
  ['one hiragana', 'の'],
  ['other letters', 'कल اليوم'],
])('the shape of %s: %s', (shape, words) => {
  const forms = wordForms(words.split(' ').map((text) => ({ text })));
  expect(forms.filter((form) => shapes[form.shape] !== shape)).toEqual([]);
});
