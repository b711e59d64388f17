/** The specification's examples with bold words. */
import { expect, test } from '@jest/globals';
import { tests as commonMark } from 'commonmark-spec';
import { candidateWords } from '../../../functions/emphasis/words.ts';
import { wrongAsterisks } from '../../support/right-asterisks.ts';

const ratios = [0.4, 1];

test('the asterisks are right in every example of CommonMark', () => {
  const wrong = commonMark.flatMap(({ number, markdown }) => {
    const text = markdown.replaceAll('→', '\t');
    return wrongAsterisks(text, number, ratios).map((fault) => ({ number, text, fault }));
  });
  expect(wrong).toEqual([]);
});

test('many words of these examples can be bold', () => {
  const words = commonMark.flatMap(({ markdown }) => candidateWords(markdown));
  expect(words.length).toBeGreaterThan(400);
});
