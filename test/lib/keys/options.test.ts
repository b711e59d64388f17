import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { ownerOption } from '../../../lib/keys/options.ts';
import { codePoint } from '../../code-points.ts';

test.each([
  ['a company', 'ACME Ltd. & Söhne'],
  ['a Persian name, with ZWNJ', 'علی\u200cرضا'],
  ['Sinhala, with ZWJ', 'ශ්\u200dරී'],
  ['a family, with ZWJ', '👨\u200d👩\u200d👧'],
  ['a flag, with a variation selector and ZWJ', '🏳\ufe0f\u200d🌈'],
  ['one letter', 'x'],
  ['100 characters of two code units', '👋'.repeat(100)],
  ['a mark on a letter', 'e\u0301'],
])('an owner may be %s', (_, owner) => {
  expect(ownerOption(owner)).toBe(owner);
});

test.each([
  ['nothing', ''],
  ['blanks', ' \u00a0\u3000'],
  ['joiners alone', '\u200d\u200c'],
  ['a mark alone', '\u0301'],
  ['an invisible letter alone', '\u3164'],
  ['101 characters', 'x'.repeat(101)],
  ['a line separator', 'a\u2028b'],
  ['a paragraph separator', 'a\u2029b'],
  ['a line feed', 'a\nb'],
  ['a carriage return', 'a\rb'],
  ['a tab', 'a\tb'],
  ['a terminal escape', 'a\u001b[2Kb'],
  ['a C1 control', 'a\u009b2Kb'],
  ['a next line', 'a\u0085b'],
  ['a delete', 'a\u007fb'],
  ['a direction override', 'a\u202eb'],
  ['a direction isolate', 'a\u2066b'],
  ['a direction mark', 'a\u200fb'],
  ['a zero-width space', 'a\u200bb'],
  ['a soft hyphen', 'a\u00adb'],
  ['a byte order mark', 'a\ufeffb'],
  ['a tag character', 'a\u{e0041}b'],
  ['a lone surrogate', 'a\ud83db'],
  ['a private character', 'a\ue000b'],
])('an owner may not be %s', (_, owner) => {
  expect(() => ownerOption(owner)).toThrow('Say --owner, ');
});

test('whatever is taken keeps a line one line, and can be seen', () => {
  const any = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 110 }),
    fc.string({ unit: codePoint, maxLength: 5 }),
  );
  fc.assert(
    fc.property(any, (text) => {
      try {
        ownerOption(text);
      } catch {
        return;
      }
      expect(text).not.toMatch(/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Bidi_Control}]/u);
      expect(text).toMatch(/[\p{L}\p{N}\p{P}\p{S}]/u);
      expect([...text].length).toBeLessThanOrEqual(100);
    }),
  );
});
