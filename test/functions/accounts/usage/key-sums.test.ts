import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { add, newSums, resume } from '../../../../functions/accounts/usage/key-sums.ts';
import {
  quarterAt,
  startOf,
  usageRange,
} from '../../../../functions/accounts/usage/quarter-hours.ts';

const dayMs = 86_400_000;
const now = Date.UTC(2026, 10, 21, 12, 7, 30);

const windows = fc.array(
  fc.record({
    ago: fc.oneof(fc.nat(3 * dayMs), fc.nat(40 * dayMs)),
    used: fc.integer({ min: 0, max: 90_000 }),
  }),
  { maxLength: 100 },
);

/** Looks, of which some are broken off after some pages, and not all that was summed is kept. */
const looks = fc.array(
  fc.record({
    ago: fc.oneof(fc.nat(dayMs), fc.nat(35 * dayMs)),
    pageSize: fc.integer({ min: 1, max: 30 }),
    pages: fc.oneof(fc.constant(Infinity), fc.nat(5)),
    lost: fc.func(fc.integer({ min: 0, max: 9 }).map((chance) => chance < 2)),
  }),
  { maxLength: 6 },
);

test('however often summing is broken off and goes on, every window is counted once', () => {
  fc.assert(
    fc.property(windows, looks, fc.option(fc.nat(35 * dayMs)), (windows, looks, endAgo) => {
      const endsAt = endAgo === null ? Infinity : now - endAgo;
      const all = windows
        .map(({ ago, used }) => ({ name: '', start: Math.floor((now - ago) / 60_000) * 60, used }))
        .filter(({ start }) => start * 1000 < endsAt)
        .sort((a, b) => a.start - b.start);
      const kept = new Map<number, Map<string, readonly number[]>>();
      const last = { ago: 0, pageSize: 7, pages: Infinity, lost: () => false };
      for (const { ago, pageSize, pages, lost } of [...looks, last].sort((a, b) => b.ago - a.ago)) {
        const time = now - ago;
        const range = usageRange(time);
        const key = {
          id: 'id',
          hash: '',
          start: '',
          name: '',
          issuer: '',
          created_at: new Date(now - 50 * dayMs).toISOString(),
          ...(endsAt <= time && { revoked_at: new Date(endsAt).toISOString() }),
        };
        const sums = resume(key, range, kept);
        const keptUntil = sums.until;
        const made = all.filter(({ start }) => start * 1000 <= time);
        const left = made.filter(({ start }) => start >= startOf(keptUntil));
        for (let page = 0; page < pages && page * pageSize < left.length; page += 1) {
          add(sums, left.slice(page * pageSize, (page + 1) * pageSize));
        }
        if (pages === Infinity) {
          sums.until = sums.end;
          const expected = new Array<number>(range.to - range.from).fill(0);
          for (const { start, used } of made) {
            const index = quarterAt(start) - range.from;
            if (index >= 0) expected[index] = (expected[index] ?? 0) + used;
          }
          // As texts, which are compared faster than lists of 3,072 numbers.
          expect([sums.from, sums.counts.join()]).toEqual([range.from, expected.join()]);
        }
        for (const [day, counts] of newSums(sums, keptUntil, range)) {
          if (!lost(day)) kept.set(day, new Map([[key.id, counts]]));
        }
      }
    }),
    { numRuns: 60 },
  );
});
