import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  linkedBold,
  linkedRequest,
  linkHash,
} from '../../../../../lib/site/pages/playground/request.ts';
import { voiceEntries } from '../../../../../lib/site/pages/playground/voices.ts';
import { codePoint } from '../../../../support/code-points.ts';

test('a link restores its request, and the words in bold by their importance, for any text', () => {
  const request = fc.record(
    {
      voice: fc.constantFrom(...voiceEntries.map(([name]) => name)),
      text: fc.string({ unit: codePoint, minLength: 1 }),
      value: fc.integer({ min: 1, max: 100 }),
    },
    { requiredKeys: ['voice', 'text'] },
  );
  const property = fc.property(request, (linked) => {
    const { length } = linked.text;
    const last = length - String([...linked.text].at(-1)).length;
    const parts = [[last, length] as const, ...(last > 0 ? [[0, last] as const] : [])];
    const bold = linked.voice === 'emphasize' ? parts : [];
    const { hash } = new URL(linkHash(linked, parts), 'https://example.com/playground');
    expect(linkedRequest(hash)).toEqual(linked);
    expect(linkedBold(hash, linked)).toEqual(bold);
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

test.each([
  '',
  '0',
  '0-',
  '-1',
  '0-0',
  '3-2',
  '0-8',
  '1.5-2',
  '0-3,2-4',
  '0-2,',
  '0-1e0',
  // Half of a surrogate pair.
  '5-6',
  '6-7',
  `0-${'9'.repeat(400)}`,
])('bold=%s is ignored', (bold) => {
  expect(
    linkedBold(`#voice=emphasize&text=hello👋&bold=${bold}`, {
      voice: 'emphasize',
      text: 'hello👋',
    }),
  ).toEqual([]);
});

test('no words of a text that no response has are in bold', () => {
  const text = 'a'.repeat(20_001);
  expect(linkedBold('#bold=0-1', { voice: 'emphasize', text })).toEqual([]);
});
