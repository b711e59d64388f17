import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { linkedRequest, linkHash } from '../../../../../lib/site/pages/playground/request.ts';
import { voiceEntries } from '../../../../../lib/site/pages/playground/voices.ts';
import { codePoint } from '../../../../support/code-points.ts';

test('a link restores its request, for any text', () => {
  const request = fc.record(
    {
      voice: fc.constantFrom(...voiceEntries.map(([name]) => name)),
      text: fc.string({ unit: codePoint, minLength: 1 }),
      value: fc.integer({ min: 1, max: 100 }),
    },
    { requiredKeys: ['voice', 'text'] },
  );
  const property = fc.property(request, (linked) => {
    const { hash } = new URL(linkHash(linked), 'https://example.com/playground');
    expect(linkedRequest(hash)).toEqual(linked);
  });
  fc.assert(property);
});

test.each([
  '',
  '#',
  '#text=hello',
  '#voice=sing&text=hello',
  '#voice=toString&text=hello',
  '#voice=shout',
])('"%s" links to nothing', (hash) => {
  expect(linkedRequest(hash)).toBeUndefined();
});
