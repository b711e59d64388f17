import { expect, test } from '@jest/globals';
import { survey } from '../../../../functions/emphasis/markdown/survey.ts';

/** Draws a survey: `-` closed, `o` open, `g` guarded. */
const drawn = (text: string) => Array.from(survey(text), (ground) => 'og-'[ground]).join('');

test.each([
  ['plain text', 'oooooooooo'],
  ['a `b` c', 'oo---oo'],
  ['a **b** c', 'oo-----oo'],
  ['a ** b, c', 'ooggggggg'],
  ['a * b, c', 'oooooooo'],
  ['a **\n\nb', 'oogg--o'],
  ['a\r\n\tb', 'oo-oo'],
  ['\uFEFFa', 'oo'],
  ['- a\n\n\n\n  b', '--o------o'],
])('%j is %s', (text, ground) => {
  expect(drawn(text)).toBe(ground);
});

test('in a text with definitions, what may be a label is closed', () => {
  expect(drawn('[a] [[b] c] d')).toBe('ooooooooooooo');
  expect(drawn('[a] [[b] c] d\n\n[e]: f')).toBe('--oo------ooo--------');
});

test('a label is the same in capitals, also where they are two for one', () => {
  expect(drawn('*a [b* c][ẞ] d\n\n[SS]: /b')).toBe(`ggg---------gg${'-'.repeat(10)}`);
});

test('what follows a definition in the same block is closed', () => {
  expect(drawn('[a]: b\nc\n\nd')).toBe('----------o');
  expect(drawn('[a]: b\nc\n===\n\nd')).toBe('--------------o');
});

test('an element of inline HTML is closed from its tag to the tag that ends it', () => {
  expect(drawn('a<b>c<I>d</b>e</i>f')).toBe('o------------o----o');
  expect(drawn('a<br>b')).toBe('o----o');
});

test('many blank lines below deeply nested items are soon parsed', () => {
  const text = `${'- '.repeat(1_500)}a${'\n'.repeat(6_000)}b`;
  expect(drawn(text)).toBe(`${'-'.repeat(3_000)}o${'-'.repeat(6_000)}o`);
});
