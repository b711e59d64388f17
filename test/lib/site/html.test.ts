import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { html } from '../../../lib/site/html.ts';

const characters = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"' } as const;

/** What a browser reads of escaped text. */
const read = (markup: string): string =>
  markup.replace(/&\w+;/g, (reference) => characters[reference as keyof typeof characters]);

const text = fc.string({ unit: fc.constantFrom(...'<>&"\'/=amplt; x') });

test('inserted texts are escaped, between tags and in an attribute', () => {
  const property = fc.property(text, text, (inside, title) => {
    const { markup } = html`<p title="${title}">${inside}</p>`;
    const [, attribute = '', content = ''] =
      /^<p title="([^"<>]*)">([^"<>]*)<\/p>$/.exec(markup) ?? [];
    expect([read(attribute), read(content)]).toEqual([title, inside]);
  });
  fc.assert(property);
});

test('markup is inserted unescaped, also in a list, and undefined as nothing', () => {
  const items = ['a', '<b>'].map((item) => html`<li>${item}</li>`);
  const { markup } = html`<ul>${items}</ul>${undefined}${false}${0}`;
  expect(markup).toBe('<ul><li>a</li><li>&lt;b&gt;</li></ul>0');
});
