import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { isRecordTime, recordTime } from '../../../functions/keys/record-time.ts';

test('times of records sort as text, and what would not is refused', () => {
  const anyTime = fc.oneof(
    fc.integer({ min: -62_167_219_200_000, max: 253_402_300_799_999 }),
    fc.double(),
  );
  fc.assert(
    fc.property(anyTime, anyTime, (a, b) => {
      const texts = [a, b].map((time) => {
        try {
          return recordTime(time);
        } catch (error) {
          expect(error).toBeInstanceOf(RangeError);
          return undefined;
        }
      });
      const [one, other] = texts;
      if (one === undefined || other === undefined) return;
      expect([isRecordTime(one), isRecordTime(other)]).toEqual([true, true]);
      expect(Math.sign(Date.parse(one) - Date.parse(other))).toBe(
        one < other ? -1 : Number(one > other),
      );
    }),
  );
  const first = Date.parse('0000-01-01T00:00:00.000Z');
  const last = Date.parse('9999-12-31T23:59:59.999Z');
  expect([recordTime(first), recordTime(last)]).toEqual([
    '0000-01-01T00:00:00.000Z',
    '9999-12-31T23:59:59.999Z',
  ]);
  for (const time of [first - 1, last + 1, Number.NaN, Number.POSITIVE_INFINITY]) {
    expect(() => recordTime(time)).toThrow(RangeError);
  }
});

test.each([
  '',
  'soon',
  '2030',
  '2030-01-01',
  '2030-01-01T00:00:00Z',
  '+029405-12-16T21:38:19.685Z',
])('%j is no time of a record', (text) => {
  expect(isRecordTime(text)).toBe(false);
});
