import { expect, test } from '@jest/globals';
import { factsText, seconds, tableText } from '../../../../lib/tools/command-line/text.ts';

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

test('facts that are not null, one per line', () => {
  expect(factsText({ id: '0123', created_at: 'today', expires_at: null, keys: 0 })).toBe(
    `
id          0123
created_at  today
keys        0
`.trim(),
  );
});

test('a time to the second', () => {
  expect(seconds('2030-01-02T10:20:30.400Z')).toBe('2030-01-02T10:20:30Z');
});
