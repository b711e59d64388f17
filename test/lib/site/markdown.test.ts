import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { firstSentence, markdown, markdownLine, sectionsOf } from '../../../lib/site/markdown.ts';

test('HTML in Markdown is text, and no link is a script', () => {
  expect(markdown('<b>a</b>').markup).not.toContain('<b>');
  expect(markdownLine('[a](javascript:alert)').markup).toBe('<a href="">a</a>');
  expect(markdownLine('a `b` c').markup).toBe('a <code>b</code> c');
});

test('a text is split into its first sentence and the rest', () => {
  expect(firstSentence('Some 0.3 of it. The rest.\n\nMore.')).toEqual([
    'Some 0.3 of it.',
    'The rest.\n\nMore.',
  ]);
  const words = fc.string({ unit: fc.constantFrom(...'ab. \n`') });
  fc.assert(
    fc.property(words, (text) => {
      const [first, rest] = firstSentence(text);
      expect(text.startsWith(first)).toBe(true);
      expect(text.slice(first.length).trim()).toBe(rest);
    }),
  );
});

test('a text is split at its headings', () => {
  expect(sectionsOf('Before.\n\n## The quota\n\nA ## b.\n\n## Bodies\n\nC.')).toEqual({
    introduction: 'Before.',
    sections: [
      { id: 'the-quota', title: 'The quota', text: 'A ## b.' },
      { id: 'bodies', title: 'Bodies', text: 'C.' },
    ],
  });
  expect(sectionsOf('## [0.1.4] - 2026-11-23\n\nA.').sections).toEqual([
    { id: '0.1.4', title: '0.1.4 - 2026-11-23', text: 'A.' },
  ]);
});
