/** The specifications' examples with bold words. */
import { expect, test } from '@jest/globals';
import { tests as commonMark } from 'commonmark-spec';
import { candidateWords } from '../../../functions/emphasis/words.ts';
import { wrongAsterisks } from '../../support/right-asterisks.ts';

/** GitHub's extensions, by the number of the example in https://github.github.com/gfm/. */
const extensions: Readonly<Record<number, string>> = {
  198: '| foo | bar |\n| --- | --- |\n| baz | bim |\n',
  199: '| abc | defghi |\n:-: | -----------:\nbar | baz\n',
  200: '| f\\|oo  |\n| ------ |\n| b `\\|` az |\n| b **\\|** im |\n',
  201: '| abc | def |\n| --- | --- |\n| bar | baz |\n> bar\n',
  202: '| abc | def |\n| --- | --- |\n| bar | baz |\nbar\n\nbar\n',
  203: '| abc | def |\n| --- |\n| bar |\n',
  204: '| abc | def |\n| --- | --- |\n| bar |\n| bar | baz | boo |\n',
  205: '| abc | def |\n| --- | --- |\n',
  279: '- [ ] foo\n- [x] bar\n',
  280: '- [x] foo\n  - [ ] bar\n  - [x] baz\n- [ ] bim\n',
  491: '~~Hi~~ Hello, ~there~ world!\n',
  492: 'This ~~has a\n\nnew paragraph~~.\n',
  493: 'This will ~~~not~~~ strike.\n',
  622: 'www.commonmark.org\n',
  623: 'Visit www.commonmark.org/help for more information.\n',
  624: 'Visit www.commonmark.org.\n\nVisit www.commonmark.org/a.b.\n',
  625: 'www.google.com/search?q=Markup+(business)\n\nwww.google.com/search?q=Markup+(business)))\n\n(www.google.com/search?q=Markup+(business))\n\n(www.google.com/search?q=Markup+(business)\n',
  626: 'www.google.com/search?q=(business))+ok\n',
  627: 'www.google.com/search?q=commonmark&hl=en\n\nwww.google.com/search?q=commonmark&hl;\n',
  628: 'www.commonmark.org/he<lp\n',
  629: 'http://commonmark.org\n\n(Visit https://encrypted.google.com/search?q=Markup+(business))\n',
  630: 'foo@bar.baz\n',
  631: "hello@mail+xyz.example isn't valid, but hello+xyz@mail.example is.\n",
  632: 'a.b-c_d@a.b\n\na.b-c_d@a.b.\n\na.b-c_d@a.b-\n\na.b-c_d@a.b_\n',
  633: 'mailto:foo@bar.baz\n\nmailto:a.b-c_d@a.b\n\nmailto:a.b-c_d@a.b.\n\nmailto:a.b-c_d@a.b/\n',
  634: 'xmpp:foo@bar.baz/txt\n\nxmpp:foo@bar.baz/txt@bin\n\nxmpp:foo@bar.baz/txt@bin.com\n',
  635: 'xmpp:foo@bar.baz/txt/bin\n',
  657: '<strong> <title> <style> <em>\n\n<blockquote>\n  <xmp> is disallowed.  <XMP> is also disallowed.\n</blockquote>\n',
};

const ratios = [0.4, 1];

test('there are the 652 examples of CommonMark 0.31.2', () => {
  expect(commonMark).toHaveLength(652);
});

test('the asterisks are right in every example of CommonMark', () => {
  const wrong = commonMark.flatMap(({ number, markdown }) => {
    const text = markdown.replaceAll('→', '\t');
    return wrongAsterisks(text, number, ratios).map((fault) => ({ number, text, fault }));
  });
  expect(wrong).toEqual([]);
});

test("the asterisks are right in every example of GitHub's flavour", () => {
  const wrong = Object.entries(extensions).flatMap(([number, text]) =>
    wrongAsterisks(text, Number(number), ratios).map((fault) => ({ number, text, fault })),
  );
  expect(wrong).toEqual([]);
});

test('many words of these examples can be bold', () => {
  const words = (texts: readonly string[]) =>
    texts.reduce((count, text) => count + candidateWords(text).length, 0);
  expect(words(commonMark.map(({ markdown }) => markdown))).toBeGreaterThan(400);
  expect(words(Object.values(extensions))).toBeGreaterThan(40);
});
