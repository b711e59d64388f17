import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { boundedSet } from '../../../functions/quota/bounded-set.ts';

const names = ['a', 'b', 'c', 'd', 'e', 'f'];

test('it holds what was added last, and no more than its capacity', () => {
  const step = fc.record({ add: fc.boolean(), member: fc.constantFrom(...names) });
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 4 }), fc.array(step), (capacity, steps) => {
      const set = boundedSet(capacity);
      let model: string[] = [];
      for (const { add, member } of steps) {
        if (!add) {
          set.delete(member);
          model = model.filter((other) => other !== member);
        } else {
          set.add(member);
          if (!model.includes(member)) model = [...model, member].slice(-capacity);
        }
        expect(names.filter(set.has)).toEqual([...model].sort());
      }
    }),
  );
});
