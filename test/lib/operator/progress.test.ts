import { expect, test } from '@jest/globals';
import { progress } from '../../../lib/operator/progress.ts';

/** The output of three steps of a minute each, with other output after the first. */
const shown = (isTTY: boolean): readonly string[] => {
  const lines: string[] = [];
  let time = 0;
  const terminal = { isTTY, write: (text: string) => lines.push(text) };
  const { step, clear } = progress(3, 'rounds', terminal, () => time);
  for (let minute = 1; minute <= 3; minute += 1) {
    time = minute * 60_000;
    step();
    if (minute === 1) clear();
  }
  return lines;
};

test('a terminal shows the steps done and the time left, and is cleared in the end', () => {
  expect(shown(true)).toEqual(
    [
      '0 of 3 rounds',
      '1 of 3 rounds, about 2 min left',
      '',
      '2 of 3 rounds, about 60 s left',
      '',
    ].map((text) => `\r\u001B[K${text}`),
  );
});

test('a file gets nothing', () => {
  expect(shown(false)).toEqual([]);
});
