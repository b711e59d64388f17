import { expect, test } from '@jest/globals';
import { stageNamed } from '../../../lib/settings/stages.ts';
import {
  costText,
  exitCode,
  lineOf,
  presentable,
  totalLine,
  totalOf,
} from '../../../lib/verify/print.ts';
import type { Finding } from '../../../lib/verify/run-checks.ts';

const finding = (outcome: Finding['outcome'], detail?: string): Finding => ({
  name: 'a check',
  outcome,
  ...(detail !== undefined && { detail }),
  milliseconds: 1,
});
const target = { url: 'https://api.example.com', stage: stageNamed('demo') };

test.each([
  [finding('ok'), 'ok           a check'],
  [finding('ok', 'two'), 'ok           a check (two)'],
  [finding('wrong', 'expected 1, got 2'), 'FAIL         a check: expected 1, got 2'],
  [finding('unreached', 'no answer'), 'not reached  a check: no answer'],
  [finding('left out', 'it needs a key'), 'left out     a check: it needs a key'],
])('a finding is a line: %j', (one, line) => {
  expect(lineOf(one)).toBe(line);
});

test.each([
  [[finding('ok'), finding('left out')], '1 ok, 0 FAIL, 1 left out', 0],
  [[finding('wrong'), finding('unreached')], '0 ok, 1 FAIL, 1 not reached', 1],
  [[finding('ok'), finding('unreached')], '1 ok, 0 FAIL, 1 not reached', 2],
  [[finding('unreached'), finding('throttled')], '0 ok, 0 FAIL, 1 not reached, 1 throttled', 3],
])('%#: they are counted, and give the exit code', (findings, line, code) => {
  const total = totalOf(findings);
  expect(totalLine(total)).toBe(line);
  expect(exitCode(total)).toBe(code);
});

test('a detail shows no key, and nothing that a terminal would obey', () => {
  const said = presentable(finding('wrong', 'got my-secret\u001b[2J\u202e'), {
    ...target,
    key: 'my-secret',
  });
  expect(said.detail).toBe('got [the key]\\u{001b}[2J\\u{202e}');
});

test('what a run takes is said, and how the dear part of it is left out', () => {
  const cost = { checks: 50, slots: 6_083, ofWindow: 6_000, seconds: 301 };
  expect(costText(cost, { ...target, key: 'my-secret' })).toBe(
    `https://api.example.com, stage demo: 50 checks, at most 6 min. 6,083 slots of the key will be used, and some more if a window ends meanwhile.
Of these, 6,000 are for the exact count of a window: --skip quota leaves it out.`,
  );
});
