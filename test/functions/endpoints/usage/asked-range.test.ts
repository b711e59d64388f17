import { expect, test } from '@jest/globals';
import { askedRange, isoHour } from '../../../../functions/endpoints/usage/asked-range.ts';

const now = Date.UTC(2026, 10, 22, 13, 34, 56);
/** The first hour with usage, and the end of the current one. */
const [first, end] = ['2026-10-21T13:00:00.000Z', '2026-11-22T14:00:00.000Z'];

const asked = (from?: string, to?: string): readonly string[] => {
  const range = askedRange({ ...(from && { from }), ...(to && { to }) }, now);
  return [range.from, range.to].map(isoHour);
};

test('the default is the last 24 hours, including the current one', () => {
  expect(asked()).toEqual(['2026-11-21T14:00:00.000Z', end]);
});

test.each([
  ['2026-11-20T00:00Z', '2026-11-21T00:00Z'],
  ['2026-11-22T13:00:00Z', '2026-11-22T14:00:00.000Z'],
  [first, end],
])('from %s to %s', (from, to) => {
  expect(asked(from, to)).toEqual([from, to].map((time) => new Date(time).toISOString()));
});

test('without an end it is the current one, without a start 24 hours', () => {
  expect(asked('2026-11-01T00:00Z')).toEqual(['2026-11-01T00:00:00.000Z', end]);
  expect(asked(undefined, '2026-11-02T00:00Z')).toEqual([
    '2026-11-01T00:00:00.000Z',
    '2026-11-02T00:00:00.000Z',
  ]);
  expect(asked(undefined, '2026-10-21T15:00Z')).toEqual([first, '2026-10-21T15:00:00.000Z']);
});

test.each([
  ['2026-11-20', undefined, 'from', 'a whole UTC hour'],
  ['2026-11-20T00:30Z', undefined, 'from', 'a whole UTC hour'],
  ['2026-11-20T00:00+01:00', undefined, 'from', 'a whole UTC hour'],
  ['2026-02-30T00:00Z', undefined, 'from', 'a whole UTC hour'],
  ['2026-11-20T24:00Z', undefined, 'from', 'a whole UTC hour'],
  ['2026-11-20T00:00Z,2026-11-21T00:00Z', undefined, 'from', 'a whole UTC hour'],
  [undefined, 'tomorrow', 'to', 'a whole UTC hour'],
  ['2026-10-21T12:00Z', undefined, 'from', `before ${first}: usage is kept for 32 days`],
  [undefined, '2026-11-22T15:00Z', 'to', `after ${end}, the end of the current hour`],
  ['2026-11-22T14:00Z', undefined, 'to', 'must be after from, 2026-11-22T14:00:00.000Z'],
  ['2026-11-02T00:00Z', '2026-11-01T00:00Z', 'to', 'must be after from'],
  [undefined, '2026-10-21T13:00Z', 'to', 'must be after from'],
])('from %s to %s is invalid', (from, to, name, message) => {
  expect(() => asked(from, to)).toThrow(
    expect.objectContaining({
      statusCode: 422,
      detail: [
        expect.objectContaining({
          type: 'value_error',
          loc: ['query', name],
          msg: expect.stringMatching(`^Value error, .*${message}`),
        }),
      ],
    }),
  );
});
