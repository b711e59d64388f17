import { expect, test } from '@jest/globals';
import {
  firstSentence,
  markdown,
  markdownLine,
  markdownText,
  splitSections,
  toTree,
} from '../../../lib/site/markdown.ts';

test('HTML in Markdown is text, also in a heading, a link, a table or a comment', () => {
  const bad = '<img src=x onerror="a">';
  for (const text of [
    bad,
    `### ${bad}`,
    `| ${bad} |\n| - |\n| ${bad} |`,
    `<!-- ${bad} -->`,
    `<script>a<b${bad}</script>`,
    `a <pre> ${bad} </pre>`,
    `\`\`\`${bad}\n${bad}\n\`\`\``,
  ]) {
    expect(markdown(text).markup).toContain('&lt;img');
    expect(markdown(text).markup).not.toMatch(/<(?:img|script|pre> )/);
  }
  expect(markdownLine(bad).markup).toBe('&lt;img src=x onerror=&quot;a&quot;&gt;');
});

test('a link leads to the web or within the site', () => {
  expect(markdownLine('[a](/b?c="&d=e)').markup).toBe('<a href="/b?c=&quot;&amp;d=e">a</a>');
  for (const link of ['javascript:alert', 'data:text/html,a', 'guide', 'http://a']) {
    expect(() => markdownLine(`[a](${link})`)).toThrow(`may not link to ${link}`);
  }
});

test('apostrophes are typographic, except in code', () => {
  expect(markdownLine("it's `it's`").markup).toBe("it’s <code>it's</code>");
});

test('a text is split into its first sentence and the rest', () => {
  expect(firstSentence('Some 0.3 of it. The rest.\n\nMore.')).toEqual([
    'Some 0.3 of it.',
    'The rest.\n\nMore.',
  ]);
  expect(firstSentence('All of it')).toEqual(['All of it', '']);
});

test('a text is split at its headings, but not in code', () => {
  const split = (text: string) => {
    const { introduction, sections } = splitSections(toTree(text));
    return [
      markdownText(introduction),
      ...sections.map(({ id, title, content }) => [id, title, markdownText(content)]),
    ];
  };
  expect(
    split('Before.\n\n## The quota\n\nA ## b.\n\n```sh\n## c\n```\n\n## Bodies\n\nC.'),
  ).toEqual([
    'Before.',
    ['the-quota', 'The quota', 'A ## b.\n\n```sh\n## c\n```'],
    ['bodies', 'Bodies', 'C.'],
  ]);
  expect(split('## [0.1.4] - 2026-11-23\n\nA.')).toEqual([
    '',
    ['0.1.4', '0.1.4 - 2026-11-23', 'A.'],
  ]);
});
