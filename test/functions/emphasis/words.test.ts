import { expect, test } from '@jest/globals';
import { candidateWords } from '../../../functions/emphasis/words.ts';

const foundWords = (text: string) => candidateWords(text).map((word) => word.text);

test('a word has its text and its offsets in UTF-16 code units', () => {
  expect(candidateWords('👍 Go, Zoë')).toEqual([
    { text: 'Go', start: 3, end: 5 },
    { text: 'Zoë', start: 7, end: 10 },
  ]);
});

test.each([
  ['', []],
  [' … 👍 \n', []],
  ["don't 3.14 e-mail", ["don't", '3.14', 'e-mail']],
  ['東京で会議', ['東京', 'で', '会議']],
  ['สวัสดีชาวโลก', ['สวัสดี', 'ชาว', 'โลก']],
  ['कृपया भेजें।', ['कृपया', 'भेजें']],
  ['يرجى 금요일까지 8️⃣', ['يرجى', '금요일까지', '8️⃣']],
  ['snake_case _edge edge_', ['snake_case']],
  ['can`t don´t it&#39;s q\u201bs', ['can`t', 'don´t', 'it&#39;s', 'q\u201bs']],
  ['at 12:30:45, a::b::c', ['at', '12:30:45', 'a', 'b', 'c']],
  ['no\u202fway 10\u202f000 ᠮᠠᠰᠢ\u202fᠶᠢᠨ', ['no', 'way', '10\u202f000', 'ᠮᠠᠰᠢ\u202fᠶᠢᠨ']],
  ['Now $5, not $10', ['Now', '5', 'not', '10']],
  // Numbers that begin no list.
  ['1984 was\n2.5 km', ['1984', 'was', '2.5', 'km']],
  // A word of symbols needs white space around it, and any word does before it after unpaired asterisks.
  ['Ⓐ Ⓑ (Ⓒ) Ⓓ.', ['Ⓐ', 'Ⓑ']],
  ['**a b, c-d 東京で €5', ['b', 'c-d', '東京']],
  ['* a b, c-d 東京で €5', ['a', 'b', 'c-d', '東京', 'で', '5']],
  ['It takes ~5 minutes, $20 _or (less)', ['It', 'takes', 'minutes', '20', 'less']],
  ['So *co* [op] > no | re-do! '.repeat(300), Array(300).fill(['So', 'no', 're-do']).flat()],
  // Joined words.
  ['31/12/2026 R&D a+b hi‐vis 4–6', ['31/12/2026', 'R&D', 'a+b', 'hi‐vis', '4–6']],
  [
    "14.30'a 5’s R&amp;D 5&#39;s can\\'t-miss",
    ["14.30'a", '5’s', 'R&amp;D', '5&#39;s', "can\\'t-miss"],
  ],
  ['-a b- c--d e—f 3:b red,green No. 7 5 (2)', [...'abcdef3b', 'red', 'green', 'No', ...'752']],
  [
    '30，3 ３，０ 今天,明天 东京-Osaka-Kyoto',
    ['30', '3', '３，０', '今天', '明天', '东京', 'Osaka', 'Kyoto'],
  ],
  ['a–b–c–d–e–f', ['a–b–c–d–e', 'f']],
  ['a/'.repeat(100), Array(20).fill('a/a/a/a/a')],
  ['`a`-b c-[e](/f) *g*-h i-https://j.k l-m-n_', [...'bchlm']],
  // A stem takes its hiragana, without particles at the end, and never without a negation.
  [
    '食べないでください会議では東京からスマートフォンを',
    ['食べないでください', '会議', 'では', '東京', 'から', 'スマート', 'フォン', 'を'],
  ],
  [
    '読むことができるようにしておいてあげたもの',
    ['読むことができるようにしておいて', 'あ', 'げた', 'もの'],
  ],
  [
    '走ってはいけないことになっているのではありません。',
    ['走ってはいけないことになっているのではありません'],
  ],
  ['お願いします東京*は*', ['お願い', 'し', 'ます']],
])('the words of %j are %j', (text, words) => {
  expect(foundWords(text)).toEqual(words);
});

test.each([
  ['inline HTML', 'in<br>in <img alt="out"> in <sup>out</sup> in'],
  ['emphasis', '*out, out, out* _out, out, out_ in'],
  ['emphasis in a part of it', 'out‿_out_‿out in'],
  ['a bare URL', 'in https://out.example/out?out=1 in www.out.example, in'],
  ['a bare URL in CJK text', 'in 。https://out.example/out　out in'],
  ['a bare address', 'in out.out@out.example in mailto:out@out.example in'],
  ['a mention, issue or emoji', '@out in (@out/out) #1 in out/out#12 in GH-12 in :out: in :+1:'],
  ['an emoji that begins with a digit', 'in :100: in :8ball: in :1st_place_medal: in :1234:'],
  ['a word whose apostrophe is code', 'in out`out out`out in'],
  ['front matter', '---\nout: out\n\nout: |\n  out\n---\nin'],
  ['front matter with a form feed', '---\f\n\n1. out\n---\n\nin'],
  ['front matter after a byte order mark', '\uFEFF---\nout: out\n\nout: out\n---\n\nin'],
  ['front matter that ends with dots', '---\nout: out\n...\nin'],
  ['front matter in TOML', '+++\nout = "out"\n+++\nin'],
  ['a footnote and its label', 'in [^out] in\n\n[^out]: Out out.\n\n    out'],
  ["an alert's label", '> [!OUT]\n> in'],
  ['a row that has more cells than its header', '| in |\n|---|\n| in |\n| out | out |'],
  ['a template', `in {{ out }} in {%- out\nout %} in <%= out %>in \${out} in\n\nin {{{out}}} in`],
  ['a template after a brace', 'in {{% out %} in'],
  ["Hugo's template", 'in {{< out "}}" out >}} in {{< out }}in'],
  ["ICU's message", 'in {out, plural, one {# out} other {{out} out}} in {out, date} in'],
  ['reach of an asterisk', 'out*out in * in'],
  ['brackets', '[out] (in) [out](/out) [out]'],
  ['an open bracket', 'in ![out\n\n]'],
  ['a list, after code without an end', '- in\n- in `out\n- out\n\nin `'],
  ['HTML that may go on after a blank line', 'in\n\n<pre>\n\nout'],
  ['indented text that may be code', 'in\n\n    out\n\nin'],
  ['reach of a backslash', 'out\\out in'],
  ['reach of an underscore', '日_ in'],
  ['reach of a bracket', '[ ]out in'],
  ['struck text', 'in ~~out out out~~ in'],
  ['mathematics', 'in $out=out\\$out^2$ in $`out`$, in ($out$) $out\nout$ in $out out$ in'],
  ['a block of mathematics', 'in\n\n$$\nout = out\n$$\n\nin $$out $ out$$ in'],
  ['mathematics that is read as markup', 'in $out *out* out$ in $out [out$'],
  ['mathematics that goes on after what is doubtful', 'in $out\n[out]: out$ out'],
  ['the number after a dollar sign that would close', 'in$in, in$5 in'],
  ['a table', '| in | in |\n|---|---|\n| in | in |\n| in |\nin | in'],
  ['a list', '- in\n  1. in\n     in\n\n  in'],
  ['an indented paragraph of a list', '1. in\n\n    in\n2. in\n\n     in\n\n    - in'],
  ['a line without the marker of its quotation or list', '> in\nin\n\n- in\nin'],
  ['a number that begins a line of a paragraph', 'in\n1984. in'],
  ['a paragraph with backticks without an end', 'in ``in ```in\nin `in'],
  ['a paragraph with brackets without an end', 'in [in ![in (in'],
  ['a footnote label without an end', 'in [^in\nin'],
  ['a paragraph with an angle bracket without an end', 'in <in </in <!in'],
  ['a paragraph with escaped dollar signs', '\\$in, in$ in $in, (\\$)'],
  ['paragraphs with a dollar sign each', '$in\n\nin$\n\n- $in\n- in$\n[out]: out'],
  ['a paragraph with dollar signs in code', '`$` in `$`'],
  ['a paragraph with two dollar signs without an end', 'in $$in in'],
  ['front matter without an end', '---\nin: in\n--- in\n'],
  ['a block between lines that stand later', 'in\n\n---\nin: in\n---\nin'],
  ['a block whose first line is longer', '----\nin\n\n---\nin'],
  ['a template without an end', 'in {{ in {% in\n\nin }} in %} {in, in, {in}'],
  ['braces', '{in} {in, in} { in; in }'],
  ...[...'\u3000\ufeff\u00a0\u2028\u000b\u000c\u0085\u0001\u202f'].flatMap((odd) =>
    [`${odd}in`, `in.${odd}`, `- ${odd}in`, `- in ${odd}\n\n${odd}in`].map((text) => [
      'text with white space or a control character',
      `${text}\nin in\n\nin`,
    ]),
  ),
])('only the words "in" are candidates in %s: %j', (_, text) => {
  expect(foundWords(text)).toEqual(text.match(/\bin\b/g));
});
