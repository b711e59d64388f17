import { Readable } from 'node:stream';
import { expect, test } from '@jest/globals';
import { collect } from '../../../functions/aws/collect.ts';

test('joins the chunks of a body', async () => {
  expect(
    await collect(Readable.from([Buffer.from('a€').subarray(0, 2), Buffer.from([130, 172])])),
  ).toEqual(Buffer.from('a€'));
  expect(await collect(Readable.from([]))).toHaveLength(0);
});

test('fails as the body does', async () => {
  const body = new Readable({ read: () => body.destroy(new Error('cut off')) });
  await expect(collect(body)).rejects.toThrow('cut off');
});
