import { expect, test } from '@jest/globals';
import { formsOf } from '../../../functions/emphasis/embedded/form.ts';
import { rankEmbedded } from '../../../functions/emphasis/embedded.ts';
import { candidateWords } from '../../../functions/emphasis/words.ts';

/** If a ranking changes, `embeddedModelName` needs a new version. In other languages, function words come late. */
test.each([
  [
    'Please do not touch the RED wire, Ada: it carries 400 volts!',
    'not RED wire Ada carries 400 volts Please do touch it the',
  ],
  [
    "There's no doubt we won't stop; nobody promised it would be easy, but we tried.",
    "no doubt won't nobody stop promised easy tried be we would it There's we but",
  ],
  [
    'La reunión se aplazó al jueves por la tormenta',
    'tormenta reunión jueves aplazó por la se al La',
  ],
  ['会議は嵐のため木曜日に延期されました', '木曜日 会議 延期 嵐 ため に は した ま れ さ の'],
])('the words of %j are ranked as ever: %s', (text, expected) => {
  const words = candidateWords(text);
  const { scores } = rankEmbedded(text, words);
  const order = [...words.keys()].sort((a, b) => Number(scores[b]) - Number(scores[a]));
  const ranked = order.map((index) => words[index]?.text);
  expect(ranked.join(' ')).toBe(expected);
});

test.each([
  ['0, lower case or no case', 0, 'hello 你好'],
  ['1, capitalized', 1, 'Hello A ǅungla McCoy'],
  ['2, in capitals', 2, 'HELLO U.S ÉТΣ B2B'],
  ['3, begins with a digit', 3, '2B ٣'],
])('shape %s', (_, shape, words) => {
  const forms = formsOf(words.split(' ').map((text) => ({ text })));
  expect(forms.filter((form) => form.shape !== shape)).toEqual([]);
});
