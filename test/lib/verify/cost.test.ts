import { expect, test } from '@jest/globals';
import { stageNamed } from '../../../lib/settings/stages.ts';
import { keyed, open } from '../../../lib/verify/check.ts';
import { costOf } from '../../../lib/verify/cost.ts';

const run = async () => undefined;
const checks = [
  open({ name: 'open', run }),
  keyed({ name: 'few', slots: 20, run }),
  keyed({ name: 'more', slots: 25, run }),
  keyed({ name: 'a window', slots: 'all', run }),
  keyed({ name: 'the same window', slots: 'all', run }),
];
const target = { url: 'http://localhost', stage: stageNamed('demo') };
const window = { limit: 30, windowSeconds: 60 };

test('keys of its own have their slots, and one of them needs a whole window', () => {
  const cost = { checks: 5, slots: 75, ofWindow: 30, seconds: 180 + 2 * 60 };
  expect(costOf(checks, target, window)).toEqual(cost);
});

test('one key has to wait for its slots', () => {
  const { seconds } = costOf(checks, { ...target, key: 'key' }, window);
  expect(seconds).toBe(180 + (2 + 2) * 60);
});

test('without a key no slot is used', () => {
  const cost = { checks: 5, slots: 0, ofWindow: 0, seconds: 180 };
  expect(costOf(checks, target, undefined)).toEqual(cost);
});

test('nothing is waited for longer than an hour', () => {
  const day = { limit: 30, windowSeconds: 86_400 };
  expect(costOf(checks, target, day).seconds).toBe(180 + 3_600);
});
