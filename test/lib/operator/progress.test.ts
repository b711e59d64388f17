import { expect, test } from '@jest/globals';
import { progress } from '../../../lib/operator/progress.ts';

/** Does three steps of a minute each, and writes something after the first. Gives what was shown. */
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

test('a terminal shows what is done and how long the rest will take, and in the end nothing', () => {
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

test('a file is told nothing', () => {
  expect(shown(false)).toEqual([]);
});
