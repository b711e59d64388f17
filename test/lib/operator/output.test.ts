import { Writable } from 'node:stream';
import { expect, test } from '@jest/globals';
import { print } from '../../../lib/operator/output.ts';

/** What fails each write with this error, and keeps what it was given otherwise. */
const output = (code?: string) => {
  const written: string[] = [];
  const stream = new Writable({
    write: (chunk, _encoding, done) => {
      if (code !== undefined) return done(Object.assign(new Error('no'), { code }));
      written.push(String(chunk));
      done();
    },
  });
  return { written, stream };
};

test('a result is a line', async () => {
  const { written, stream } = output();
  await print('result', undefined, stream);
  await print('a key', '0123456789abcdef', stream);
  expect(written).toEqual(['result\n', 'a key\n']);
});

test('who stops reading is left alone, unless a key was shown to nobody', async () => {
  await print('result', undefined, output('EPIPE').stream);
  await expect(print('a key', '0123456789abcdef', output('EPIPE').stream)).rejects.toThrow(
    /^The result can't be written \(EPIPE\)\. The key 0123456789abcdef was issued, and nobody has seen it: revoke it\.$/,
  );
});

test('a disk that is full is an error', async () => {
  await expect(print('result', undefined, output('ENOSPC').stream)).rejects.toThrow(
    /^The result can't be written \(ENOSPC\)\.$/,
  );
});
