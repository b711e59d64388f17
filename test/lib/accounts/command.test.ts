import { expect, test } from '@jest/globals';
import { readDuration, readMoment } from '../../../lib/accounts/command.ts';

const now = Date.parse('2030-01-31T12:00:00Z');

test.each([
  ['0s', 0],
  ['15m', 900_000],
  ['24h', 86_400_000],
  ['3650d', 315_360_000_000],
  ['000000000001s', 1_000],
])('%s is %d ms', (text, ms) => {
  expect(readDuration(text)).toBe(ms);
  expect(readMoment(text, now)).toBe(now + ms);
});

test.each([
  ['2030-02-28', '2030-02-28T00:00:00.000Z'],
  ['2032-02-29', '2032-02-29T00:00:00.000Z'],
  ['2030-02-28T10:00Z', '2030-02-28T10:00:00.000Z'],
  ['2030-02-28T10:00:30+01:00', '2030-02-28T09:00:30.000Z'],
])('%s is %s', (text, iso) => {
  expect(readMoment(text, now)).toBe(Date.parse(iso));
});

test.each(['', '1', '1.5h', '1d1h', '3651d', `${'9'.repeat(400)}d`])(
  '%j is not a duration',
  (text) => {
    expect(readDuration(text)).toBeUndefined();
    expect(readMoment(text, now)).toBeUndefined();
  },
);

test.each([
  '2030-02-29',
  '2030-13-01',
  '2030-02-28T10:00',
  '2030-02-28T25:00Z',
  '+010000-01-01',
  '9999-12-31T23:59:59-00:01',
])('%s is not a time', (text) => {
  expect(readMoment(text, now)).toBeUndefined();
});
