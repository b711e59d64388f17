import { expect, test } from '@jest/globals';
import { tableText } from '../../../lib/command-line/command-line.ts';

test('a table is aligned without trailing spaces', () => {
  const rows = [
    ['ID', 'OWNER', 'STATUS'],
    ['0123', 'me', 'active'],
    ['1', 'Someone & sons', ''],
  ];
  expect(tableText(rows)).toBe(
    `
ID    OWNER           STATUS
0123  me              active
1     Someone & sons
`.trim(),
  );
});

test('a table is aligned by visible characters', () => {
  const owners = ['علی\u200cرضا', 'x\u0301yz'];
  const lines = tableText(owners.map((owner) => [owner, 'free'])).split('\n');
  expect(lines).toEqual([`${owners[0]}  free`, `${owners[1]}     free`]);
});
