import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { chosenCount, emphasize } from '../../../functions/emphasis/bold.ts';
import { candidateWords } from '../../../functions/emphasis/words.ts';
import { codePoint } from '../../support/properties.ts';
import { wrongAsterisks } from '../../support/right-asterisks.ts';

test.each([
  [0, 0.5, 0],
  [1, 0.01, 1],
  [10, 0.01, 1],
  [10, 0.3, 3],
  [10, 0.25, 3],
  [10, 0.24, 2],
  [10, 1, 10],
])('of %d words, a ratio of %d chooses %d', (words, ratio, count) => {
  expect(chosenCount(words, ratio)).toBe(count);
});

const ratios = fc.double({ min: 0, minExcluded: true, max: 1, noNaN: true });

test('the count is at least 1, at most all, and never falls as the ratio rises', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 10_000 }), ratios, ratios, (words, one, other) => {
      const fewer = chosenCount(words, Math.min(one, other));
      const more = chosenCount(words, Math.max(one, other));
      expect(fewer).toBeGreaterThanOrEqual(1);
      expect(more).toBeGreaterThanOrEqual(fewer);
      expect(more).toBeLessThanOrEqual(words);
    }),
  );
});

test.each<[string, readonly number[], number, string, readonly string[]]>([
  ['Go home now.', [1, 0, 2], 1, 'Go **home** now.', ['home']],
  ['Go home now.', [2, 0, 1], 2, '**Go** home **now**.', ['Go', 'now']],
  ['no no', [1, 0], 2, '**no** **no**', ['no', 'no']],
  ['!', [], 0, '!', []],
  // The words are 東京, で, 会議, に, 出る.
  ['東京で会議に出る', [0, 2, 1, 3, 4], 2, '**東京**で**会議**に出る', ['東京', '会議']],
  ['東京で会議に出る', [0, 1, 2, 3, 4], 2, '**東京**で**会議**に出る', ['東京', '会議']],
  // A word that touches a better one waits, on either side.
  ['東京で会議に出る', [1, 0, 2, 3, 4], 2, '東京**で**会議**に**出る', ['で', 'に']],
  [
    '東京で会議に出る',
    [2, 1, 0, 3, 4],
    4,
    '**東京で会議**に**出る**',
    ['東京', 'で', '会議', '出る'],
  ],
  ['東京で会議', [0, 1, 2], 3, '**東京で会議**', ['東京', 'で', '会議']],
])('%j by the ranking %j, %d words: %j', (text, ranking, count, result, emphasizedWords) => {
  const words = candidateWords(text);
  expect(emphasize(text, words, ranking, count)).toEqual({ result, emphasizedWords });
});

const everyWay = (texts: fc.Arbitrary<string>) =>
  fc.property(texts, fc.nat(1_000), fc.oneof(ratios, fc.constant(1)), (text, rank, ratio) => {
    expect(wrongAsterisks(text, rank, [ratio])).toEqual([]);
  });
const parameters = { numRuns: 50 };

test('the asterisks are right in any sequence of UTF-16 code units', () => {
  const units = fc
    .array(fc.integer({ min: 0, max: 0xffff }))
    .map((codes) => String.fromCharCode(...codes));
  const odd = fc.constantFrom('\0', '\r', '\n', '\t', '\f', '\ud800', '\udc00', '\u200b', '\u200d');
  const oddity = fc.oneof(
    odd,
    fc.string({ unit: codePoint, maxLength: 3 }),
    fc.constantFrom('a', ' '),
  );
  const texts = fc.oneof(
    units,
    fc.array(oddity).map((parts) => parts.join('')),
  );
  fc.assert(everyWay(texts), parameters);
});

test('the asterisks are right among delimiters', () => {
  const unit = fc.constantFrom(
    'a',
    '日本',
    ' ',
    '。',
    '!',
    '*',
    '**',
    '***',
    '_',
    '[',
    ']',
    '~',
    '`',
    '👍',
    '\n',
  );
  fc.assert(everyWay(fc.string({ unit, maxLength: 16 })), parameters);
});

test.each([
  '<br/>\nquick brown',
  '<br />\nquick brown',
  '<a/>\nquick brown',
  '<x-y/>\nquick brown',
  '<img src="logo.png" width="80"/>\nAmplify is loud',
  'quick\n<x-y/>\nbrown\n\n<br />\n\nfox',
  'write to me@-x.org',
  'b@.com',
  'Write to sales&#64;example.com today',
  'me\\@example.com',
  '&commat;x.y a&#x40;x.y',
  '&#95;@.y',
  'xmpp:me\\@x.y',
  '<1!@x.y> <.a!@x.y> <{x}@y.z>',
  '<`k`@y>',
  'a``` b`c`d. e, f`g <`h`@y>',
  '**Sale: now only €20!',
  '**Sale: £20, 20™, ✓20, →20',
  '\\``npm test` runs',
  '- [ ] \n\n    20',
  '- [x] [x]: /u',
  'a [^1\n] note',
  'a[^\nnote]',
  '<style>\na\n</textarea>\n\nb',
  '<pre>\n</textarea>\n\na\n\n</pre>\n\nb',
  // Markup that renderers read beyond its block, or only after other bold.
  '[a]: /u "b\n\nc"',
  '[a]:\n```sh\nb\n```\n## c',
  '<div\n\nid="a"\nclass="b">',
  '</div\n\na',
  '\\[a ][b]\n\n[b]: /u',
  'a\n~~_~~**。_',
  '> a\n    - b',
  '-    a\n    - b',
  '- a\n1.```\nb\n\n\tc',
  // Lines without the indentation of their list item.
  '- a\nb\n=',
  '- =\na *\nb',
  '1. a\nb *\nc',
  '- a\nb ```\nc',
  // Blocks that need no end.
  '- [ ] ```js\na',
  '- [x] <div\na',
  '1. a\nb) <!--\nc',
  '>1. a\n>b *\nc',
  '- [ ] \n      a',
  // Code after a list, and not in it.
  '- a\n\n b\n\n    c',
  '- a\n#\n    b',
  '    a\n\n2. b\n\n    c',
  '    a\n\n-\n=\n    b',
  '- a\n\n| b |\n|---|\n\n    c',
  'a\n0. b\n\n    c',
  'a\n    -\n=\n    b',
  '```\n```\t\na',
  'a\n|-\n\\||b',
  // What is a paragraph's line to a renderer that knows no front matter.
  '+++\na = 1\n+++\n    b\n\nc',
  '+++\na = 1\n+++\n2. b',
  '---\na: `b\n...\nc` d',
])('the asterisks are right in %j', (text) => {
  expect(wrongAsterisks(text, 0, [0.5, 1])).toEqual([]);
});

const SENTENCES = [
  'Please call before noon, don’t wait: 3.5 % off!',
  'Die Straße ist heute „gesperrt“, außer für Anlieger.',
  '明日の東京は午後から雨が降るでしょう。',
  'カタカナとひらがなとABCと123を混ぜる。',
  '请在星期五之前提交报告,谢谢!',
  'กรุณาส่งเอกสารภายในวันศุกร์นี้',
  'يرجى إرسال التقرير قبل يوم الجمعة.',
  'कृपया शुक्रवार तक रिपोर्ट भेजें।',
  '금요일까지 보고서를 제출해 주세요.',
  'Party 🎉 tonight 👩‍👩‍👧 at 8️⃣ 🇩🇪!',
];

test('the asterisks are right in many languages, and every word is a candidate', () => {
  const segmenter = new Intl.Segmenter('en', { granularity: 'word' });
  const separator = fc.constantFrom(' ', '\n', '\n\n', '');
  const texts = fc
    .array(fc.tuple(fc.constantFrom(...SENTENCES), separator), { minLength: 1, maxLength: 6 })
    .map((parts) => parts.flat().join(''));
  fc.assert(everyWay(texts), parameters);
  for (const sentence of SENTENCES) {
    const words = [...segmenter.segment(sentence)].filter((segment) => segment.isWordLike);
    expect(candidateWords(sentence).map((word) => word.text)).toEqual(
      words.map((word) => word.segment),
    );
  }
});

const INLINES = [
  'plain words',
  '明日の東京',
  'สวัสดีชาวโลก',
  'snake_case',
  '2 * 3',
  'a*b',
  '*emphasis*',
  '_emphasis_',
  '**strong**',
  '***both***',
  '`code`',
  '``co`de``',
  '[link](/to "title")',
  '[label]',
  '[unknown]',
  '[**label**]',
  '![image](/at)',
  '<https://example.org/path>',
  '<someone@example.org>',
  '<b>inline</b>',
  '<!-- comment -->',
  'R&amp;D',
  'R&D',
  '&#65;',
  '\\*literal\\*',
  'back\\slash',
  '(aside)',
  '“quoted”',
  '**',
  '*',
  '_',
  '[',
  ']',
  '`',
  '<',
  '>',
  '~~gone~~',
  'www.example.com',
  'https://example.org/a_b',
  '(see http://example.net/x?y=1)',
  'me@example.org',
  'me&#64;example.org',
  'me\\@example.org',
  '<1!@example.org>',
  '<`code`@example.org>',
  'can`t',
  '@alice',
  '[^1]',
  '[!NOTE]',
  '[x]',
  'a|b',
  '`a|b`',
  '|',
  '<a href=https://example.com/about>us</a>',
];
const PREFIXES = ['', '> ', '- ', '* ', '1. ', '  ', '    ', '# ', '## ', '- [ ] ', '- [x] ', '| '];
const BLOCKS = [
  '\n[label]: /to "title"\n\n',
  '\n[**label** name]: </to>\n\n',
  '```js\nlet code;\n```\n',
  '<div>\nhtml\n</div>\n\n',
  '---\n',
  'Title\n===\n',
  '\n',
  '\n[^1]: A note.\n\n',
  '| a | b |\n|---|---|\n| c | d |\n\n',
  'a | b\n- | -\n`c | d` | e\n',
  '> [!WARNING]\n> Mind the gap.\n\n',
];

const FRONT_MATTER = [
  '---\ntitle: Hello *world*\n---\n',
  '--- \r\n- a `b\r\n---\t\r\n',
  '+++\ntitle = "Hello"\n+++\n',
  '+++\r\na = "[b"\r\n+++ \r\n',
  '---\n---\n',
  '---\nHello world\n',
];

test('the asterisks are right in Markdown documents', () => {
  const space = fc.constantFrom(' ', ' ', '', '\n');
  const inlines = fc
    .array(fc.tuple(fc.constantFrom(...INLINES), space), { minLength: 1, maxLength: 6 })
    .map((parts) => parts.flat().join(''));
  const paragraph = fc
    .tuple(fc.constantFrom(...PREFIXES), inlines)
    .map(([prefix, content]) => `${prefix}${content}\n`);
  const blocks = fc.array(fc.oneof(paragraph, fc.constantFrom(...BLOCKS)), { maxLength: 6 });
  const start = fc.constantFrom('', '', '', '', ...FRONT_MATTER);
  const texts = fc.tuple(start, blocks).map((parts) => parts.flat().join(''));
  fc.assert(everyWay(texts), parameters);
});
