import { spawn, spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import { HtmlRenderer, Parser } from 'commonmark';
import fc from 'fast-check';
import MarkdownIt from 'markdown-it';
import { Marked } from 'marked';
import { micromark } from 'micromark';
import { gfm, gfmHtml } from 'micromark-extension-gfm';
import { chooseWords, chosenCount, withBold } from '../../../functions/emphasis/bold.ts';
import type { Word } from '../../../functions/emphasis/model.ts';
import { candidateWords } from '../../../functions/emphasis/words.ts';
import { escapeHtml } from '../../../functions/site/escape-html.ts';
import { atEnd, newFolder } from '../../support/at-end.ts';
import { codePoint, expectIdentical } from '../../support/properties.ts';

test('the count is rounded half up in decimals, and at least 1 if there are words', () => {
  for (let words = 1; words <= 200; words += 1) {
    for (let thousandths = 1; thousandths <= 1_000; thousandths += 1) {
      const rounded = Math.floor((words * thousandths + 500) / 1_000);
      expectIdentical(chosenCount(words, thousandths / 1_000), Math.max(1, rounded));
    }
  }
  expect([chosenCount(0, 0.5), chosenCount(10_000, Number.MIN_VALUE)]).toEqual([0, 1]);
});

const chosenWords = (words: readonly Word[], ranking: readonly number[], count: number) =>
  chooseWords(words, ranking, [], count).map((index) => words[index] as Word);

test.each<[string, readonly number[], number, string, readonly string[]]>([
  ['Go home now.', [1, 0, 2], 1, 'Go **home** now.', ['home']],
  ['Go home now.', [2, 0, 1], 2, '**Go** home **now**.', ['Go', 'now']],
  // The words are 東京, で, 会議, に, 出る.
  ['東京で会議に出る', [0, 1, 2, 3, 4], 2, '**東京**で**会議**に出る', ['東京', '会議']],
  // A word that touches a better one waits, on either side.
  ['東京で会議に出る', [1, 0, 2, 3, 4], 2, '東京**で**会議**に**出る', ['で', 'に']],
  ['東京で会議に', [2, 1, 0, 3], 3, '**東京で会議**に', ['東京', 'で', '会議']],
  ['東京で会議', [0, 1, 2], 3, '**東京で会議**', ['東京', 'で', '会議']],
])('%j by the ranking %j, %d words: %j', (text, ranking, count, result, emphasizedWords) => {
  const words = candidateWords(text);
  const chosen = chosenWords(words, ranking, count);
  expect(chosen.map((word) => word.text)).toEqual(emphasizedWords);
  expect(withBold(text, chosen)).toBe(result);
});

const parser = new Parser();
const writer = new HtmlRenderer();
const markdownIt = new MarkdownIt('commonmark', { maxNesting: Number.POSITIVE_INFINITY });
const marked = new Marked({ gfm: true, async: false });
const asWritten = { allowDangerousHtml: true, allowDangerousProtocol: true };
const github = { ...asWritten, extensions: [gfm()], htmlExtensions: [gfmHtml()] };

/** What GitHub, Jekyll or Hugo render of a text with front matter. */
const afterFrontMatter = (text: string): string | undefined => {
  const lines = text.split('\n');
  const [first = ''] = lines.map((line) => line.trimEnd());
  const closers = { '---': ['---', '...'], '+++': ['+++'] }[first] ?? [];
  const end = lines.findIndex((line, at) => at > 0 && closers.includes(line.trimEnd()));
  return end < 0 ? undefined : micromark(lines.slice(end + 1).join('\n'), github);
};

/** Starts GitHub's own renderer for each text, by a shell, since Jest's large process takes longer to start one. */
const startCmarkGfm = async () => {
  const folder = await newFolder();
  const [text, html] = [path.join(folder, 'text'), path.join(folder, 'html')];
  spawnSync('mkfifo', [text, html]);
  const extensions = '-e table -e strikethrough -e autolink -e tasklist -e footnotes';
  const script = `while :; do cmark-gfm --unsafe ${extensions} <"$1" >"$2"; done`;
  const shell = spawn('sh', ['-c', script, 'sh', text, html], { detached: true, stdio: 'ignore' });
  // The whole process group: the shell and its renderer.
  atEnd(() => process.kill(-Number(shell.pid)));
  return (markdown: string): string => {
    writeFileSync(text, markdown);
    return readFileSync(html, 'utf8');
  };
};
const hasCmarkGfm = spawnSync('cmark-gfm', ['--version']).status === 0;

/** What a reader sees of the escapes and references below. */
const withApostrophes = (text: string) =>
  text.replaceAll(/&#39;|\\'/g, "'").replaceAll('&rsquo;', '’');

/** Renderers to HTML, by name. */
const renderers: Readonly<Record<string, (text: string) => string | undefined>> = {
  'commonmark.js': (text) => writer.render(parser.parse(text)),
  'markdown-it': (text) => markdownIt.render(text),
  'micromark with GFM': (text) => micromark(text, github),
  'a host that takes front matter': afterFrontMatter,
  // Only this one writes an apostrophe as a character reference.
  marked: (text) => withApostrophes(String(marked.parse(text))),
  ...(hasCmarkGfm && { 'cmark-gfm': await startCmarkGfm() }),
};

/** The contents of the `<strong>` elements that only one of two HTML texts has; none if they differ in anything else. */
const newlyBold = (original: string, result: string): readonly string[] => {
  const bold: string[] = [];
  let content: number | undefined;
  let at = 0;
  const isNew = (tag: string, place: number) =>
    result.startsWith(tag, place) && !original.startsWith(tag, at);
  for (let place = 0; place < result.length; ) {
    if (content === undefined && isNew('<strong>', place)) {
      place += '<strong>'.length;
      content = place;
    } else if (content !== undefined && isNew('</strong>', place)) {
      bold.push(result.slice(content, place));
      place += '</strong>'.length;
      content = undefined;
    } else if (result[place] === original[at]) {
      place += 1;
      at += 1;
    } else return [];
  }
  return at === original.length ? bold : [];
};

/**
 * What renderers show wrongly of a text in which some words or all are bold.
 *
 * @param rank - determines which words come first.
 */
const faults = (text: string, rank: number, ratio: number) => {
  const words = candidateWords(text);
  const ranking = [...words.keys()].sort((a, b) => ((a ^ rank) % 7) - ((b ^ rank) % 7));
  const count = chosenCount(words.length, ratio);
  const chosen = chosenWords(words, ranking, count);
  const result = withBold(text, chosen);
  expect(chosen).toHaveLength(count);
  expect(result.replaceAll('*', '')).toBe(text.replaceAll('*', ''));
  if (count === 0) return [];
  return Object.entries(renderers).flatMap(([renderer, render]) => {
    const [original, html] = [render(text), render(result)];
    if (original === undefined || html === undefined) return [];
    const rest = chosen.map((word) =>
      escapeHtml(withApostrophes(word.text).replaceAll('&amp;', '&')),
    );
    /** Adjacent words may be bold together, unless few are. */
    const hasOnlyWords = (piece: string) => {
      let joined = rest.shift() ?? '';
      while (count > words.length / 3 && joined.length < piece.length && rest.length > 0)
        joined += rest.shift();
      return joined === piece;
    };
    const isRight = newlyBold(original, html).every(hasOnlyWords) && rest.length === 0;
    return isRight ? [] : [{ renderer, text, result, original, html }];
  });
};

const require = createRequire(import.meta.url);
const examples: readonly { readonly markdown: string }[] = require('commonmark-spec').tests;

test('the asterisks are right in every example of CommonMark, and no fewer words can be bold', () => {
  // Arrows stand for tabs.
  const texts = examples.map(({ markdown }) => markdown.replaceAll('→', '\t'));
  expect(texts.flatMap((text) => faults(text, 0, 1))).toEqual([]);
  expect(texts.flatMap(candidateWords).length).toBeGreaterThanOrEqual(479);
});

test.each([
  ...['<br/>\nquick brown', '<br />\nquick brown', '<a/>\nquick brown', '<x-y/>\nquick brown'],
  '<img src="logo.png" width="80"/>\nAmplify is loud',
  ...['quick\n<x-y/>\nbrown\n\n<br />\n\nfox', 'write to me@-x.org', 'b@.com'],
  ...['Write to sales&#64;example.com today', 'me\\@example.com', '&commat;x.y a&#x40;x.y'],
  ...['&#95;@.y', 'xmpp:me\\@x.y', '<1!@x.y> <.a!@x.y> <{x}@y.z>', '<`k`@y>'],
  ...['a``` b`c`d. e, f`g <`h`@y>', '**Sale: now only €20!', '**Sale: £20, 20™, ✓20, →20'],
  ...['\\``npm test` runs', '- [ ] \n\n    20', '- [x] [x]: /u', 'a [^1\n] note', 'a[^\nnote]'],
  ...['<style>\na\n</textarea>\n\nb', '<pre>\n</textarea>\n\na\n\n</pre>\n\nb'],
  // Markup that renderers read beyond its block, or only after other bold.
  ...['[a]: /u "b\n\nc"', '[a]:\n```sh\nb\n```\n## c', '<div\n\nid="a"\nclass="b">'],
  ...['</div\n\na', '\\[a ][b]\n\n[b]: /u', 'a\n~~_~~**。_', '> a\n    - b', '-    a\n    - b'],
  '- a\n1.```\nb\n\n\tc',
  ...['` a \n\\`` b c d', 'a ` b\nc \\`` d [ e', '> ` a * <b> \n| [\n\\`` x [ y'],
  // Lines without the indentation of their list item.
  ...['- a\nb\n=', '- =\na *\nb', '1. a\nb *\nc', '- a\nb ```\nc', '- a\n20\t5\nb'],
  '- a\n20    c\nd',
  // Blocks that need no end.
  ...['- [ ] ```js\na', '- [x] <div\na', '1. a\nb) <!--\nc', '>1. a\n>b *\nc'],
  '- [ ] \n      a',
  // Code after a list, and not in it.
  ...['- a\n\n b\n\n    c', '- a\n#\n    b', '    a\n\n2. b\n\n    c', '    a\n\n-\n=\n    b'],
  ...['- a\n\n| b |\n|---|\n\n    c', 'a\n0. b\n\n    c', 'a\n    -\n=\n    b'],
  ...['```\n```\t\na', 'a\n|-\n\\||b', '| a | b |\n|---|---|\n| `c|d` e `f` |'],
  // What is a paragraph's line to a renderer that knows no front matter.
  ...['+++\na = 1\n+++\n    b\n\nc', '+++\na = 1\n+++\n2. b', '---\na: `b\n...\nc` d'],
  // White space to some renderers only.
  ...['\uFEFF1. a b', '+++\na = 1\n+++\n\uFEFF1. a b', 'a b\n\v---\n| c | d |\ne'],
  ...['| a | b |\n|---|---|\n\u3000| c | d |', '\u202Fa b\u202F\n\n\u202F\u202F'],
])('the asterisks are right in %j', (text) => {
  expect([...faults(text, 0, 0.5), ...faults(text, 0, 1)]).toEqual([]);
});

const PIECES = [
  'Please call before noon, don’t wait: 3.5 % off!',
  ...['明日の東京は午後から雨が降るでしょう。', 'กรุณาส่งเอกสารภายในวันศุกร์นี้', 'कृपया भेजें।'],
  ...['Party 👩‍👩‍👧 at 8️⃣ 🇩🇪!', 'snake_case', '“quoted”', 'can`t'],
  ...['。', '*emphasis*', '_emphasis_', '**strong**', '***both***', '~~gone~~', '2 * 3'],
  ...['a*b', 'a|b', '`code`', '``co`de``', '`a|b`', '<b>inline</b>'],
  ...['<!-- comment -->', '[link](/to "title")', '[label]', '[unknown]', '[**label**]'],
  ...['![image](/at)', '[^1]', '[!NOTE]', '[x]', '**', '*', '_', '~', '[', ']', '`', '\\`', '\\``'],
  ...['<', '>', '|', '!', 'a', '日', 'R&amp;D', 'R&D', '&#65;', '\\*literal\\*'],
  ...['back\\slash', '<https://example.org/path>'],
  ...['<a href=https://example.com/about>us</a>', 'www.example.com'],
  ...['https://example.org/a_b', '(see http://example.net/x?y=1)', 'me@example.org'],
  ...['me&#64;example.org', 'me\\@example.org', '@alice', 'can&#39;t', "don\\'t"],
  ...['14:07', 'hi-vis/R&D', "5'a", '4–6', '食べないでください', '-a–', ':b-c:', '+d+', '&e&f;'],
  ...['it&rsquo;s', '{{ a b }}', '{% if x %}', '{{< a', '<%', '}}', '%>'],
  ...['{n, plural, one {# *item*} other {items}}', '<someone@example.org>'],
  ...['<1!@example.org>', '<`code`@example.org>'],
];
const PREFIXES = ['', '> ', '- ', '* ', '1. ', '  ', '    ', '# ', '## ', '- [ ] ', '- [x] ', '| '];
const BLOCKS = [
  ...['\n[label]: /to "title"\n\n', '\n[**label** name]: </to>\n\n', '\n[^1]: A note.\n\n'],
  ...['```js\nlet code;\n```\n', '<div>\nhtml\n</div>\n\n', '---\n', 'Title\n===\n', '\n'],
  ...['| a | b |\n|---|---|\n| c | d |\n\n', 'a | b\n- | -\n`c | d` | e\n'],
  '> [!WARNING]\n> Mind the gap.\n\n',
];
const FRONT_MATTER = [
  ...['---\ntitle: Hello *world*\n---\n', '--- \r\n- a `b\r\n---\t\r\n', '---\n---\n'],
  ...['+++\ntitle = "Hello"\n+++\n', '+++\r\na = "[b"\r\n+++ \r\n', '---\nHello world\n'],
];
const ODD = [
  ...'\u3000\uFEFF\u00A0\u2028\u2029\v\f\u0085\u0001\u001F\u1680\u2003\u202F\0\r\t\u200b\u200d',
  ...['\ud800', '\udc00'],
];

const odd = fc.oneof(fc.constantFrom(...ODD), fc.string({ unit: codePoint, maxLength: 3 }));

/** The given text, but in one case of eight an odd one. */
const orOdd = (arbitrary: fc.Arbitrary<string>) => fc.oneof({ weight: 7, arbitrary }, odd);
const after = fc.constantFrom(' ', ' ', '', '\n');
const piece = fc.tuple(orOdd(fc.constantFrom(...PIECES)), after);
const inlines = fc.array(piece, { minLength: 1, maxLength: 6 });
const before = orOdd(fc.constant(''));
const line = fc.tuple(before, fc.constantFrom(...PREFIXES), inlines, fc.constant('\n'));
const blocks = fc.array(fc.oneof(line, fc.constantFrom(...BLOCKS)), { maxLength: 6 });
const front = fc.constantFrom('', '', '', '', ...FRONT_MATTER);
const documents = fc.tuple(front, blocks).map((parts) => parts.flat(4).join(''));

test('the asterisks are right in Markdown with odd characters', () => {
  const property = fc.property(
    ...([documents, fc.nat(1_000), fc.constantFrom(0.1, 0.5, 1)] as const),
    (text, rank, ratio) => expect(faults(text, rank, ratio)).toEqual([]),
  );
  fc.assert(property, { numRuns: 100 });
});
