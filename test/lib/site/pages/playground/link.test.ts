import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { linkedWish, linkHash } from '../../../../../lib/site/pages/playground/link.ts';
import { voiceNames } from '../../../../../lib/site/pages/playground/wish.ts';

test('a link shows what was linked to, whatever the text', () => {
  const wish = fc.record(
    {
      voice: fc.constantFrom(...voiceNames),
      text: fc.string({ unit: 'binary', minLength: 1 }),
      value: fc.integer({ min: 1, max: 100 }),
    },
    { requiredKeys: ['voice', 'text'] },
  );
  const property = fc.property(wish, (linked) => {
    const { hash } = new URL(linkHash(linked), 'https://example.com/playground');
    expect(linkedWish(hash)).toEqual(linked);
  });
  fc.assert(property);
});

test.each(['', '#', '#text=hello', '#voice=sing&text=hello', '#voice=shout&text='])(
  '"%s" links to nothing',
  (hash) => {
    expect(linkedWish(hash)).toBeUndefined();
  },
);

test('nothing that follows the # is an error', () => {
  fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => void linkedWish(`#${text}`)));
});
