/** Computes the numbers of docs/scale.md. */
import { expect, test } from '@jest/globals';
import { plansOf, stageNamed } from '../../lib/settings/stages.ts';
import { readPage, tableRows } from './pages.ts';

const page = readPage('docs/scale.md');
const rounded = (value: number) => Math.round(value).toLocaleString('en-US');

test('the requirements of each rate', () => {
  const rows = tableRows(page).slice(2, 6);
  expect(rows.map((cells) => cells.slice(0, 3))).toEqual(
    [100, 200, 4_000, 10_000].map((rate) => [rate, rate / 10, rate].map(rounded)),
  );
  expect(rows[1]?.[3]).toContain(`${rounded(stageNamed('prod').throttle.requestsPerSecond)} per`);
});

test("an account on prod's largest plan takes half of an endpoint's throttle", () => {
  const { keys, throttle } = stageNamed('prod');
  const activeKeys = keys.policy === 'issued' ? keys.accounts.activeKeys : 0;
  const rates = plansOf({ keys }).map(
    ({ limit, windowSeconds }) => (limit / windowSeconds) * activeKeys,
  );
  expect(Math.max(...rates)).toBe(throttle.requestsPerSecond / 2);
});
