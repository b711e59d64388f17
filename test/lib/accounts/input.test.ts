import { PassThrough, Readable } from 'node:stream';
import { stripVTControlCharacters } from 'node:util';
import { expect, test } from '@jest/globals';
import { type Input, readSecret } from '../../../lib/accounts/input.ts';

const pipe = (...chunks: (string | Buffer)[]): Input => Readable.from(chunks);

const nobody = new PassThrough();

test.each([
  ['with that of Windows and blanks', [' the-key \r\n\r\n']],
  ['with a byte order mark', [Buffer.from('\ufeffthe-key\n')]],
  ['in pieces', [Buffer.from('the'), Buffer.from('-k'), 'ey\n']],
])('a key is read from a pipe: %s', async (_, chunks) => {
  expect(await readSecret('key', pipe(...chunks), nobody)).toBe('the-key');
});

test('an endless pipe is read only up to the limit', async () => {
  let read = 0;
  const endless = Readable.from(
    (function* () {
      for (;;) {
        read += 1;
        yield 'x'.repeat(1_000);
      }
    })(),
  );
  await expect(readSecret('key', endless, nobody)).rejects.toThrow(
    'Standard input holds more than the key.',
  );
  expect(read).toBeLessThan(100);
});

test('a pipe that cannot be read is an error', async () => {
  const broken = new Readable({
    read() {
      this.destroy(Object.assign(new Error('is a directory'), { code: 'EISDIR' }));
    },
  });
  await expect(readSecret('key', broken, nobody)).rejects.toThrow(
    "Standard input can't be read (EISDIR).",
  );
});

/** A terminal at which these keys are pressed. */
const terminal = (keys: string) => {
  const screen = new PassThrough({ encoding: 'utf8' });
  const input = Object.assign(new PassThrough(), { isTTY: true, setRawMode: () => input });
  input.write(keys);
  return { input: input as Input, screen };
};

test.each([
  ['corrected', 'the-kex\u007fy\r'],
  ['typed anew', 'not the key\u0015the-key\r'],
  ['before other lines', 'the-key\ry\r'],
])('a terminal does not show a key: %s', async (_, keys) => {
  const { input, screen } = terminal(keys);
  expect(await readSecret('key', input, screen)).toBe('the-key');
  expect(screen.read()).toBe('Key (it is not shown): \n');
});

test.each([
  ['Ctrl-C', 'the-\u0003'],
  ['Ctrl-D', '\u0004'],
])('%s cancels', async (_, keys) => {
  const { input, screen } = terminal(keys);
  await expect(readSecret('key', input, screen)).rejects.toThrow('No key was given.');
  expect(screen.read()).toBe('Key (it is not shown): \n');
});

test('a terminal shows what is not secret', async () => {
  const { input, screen } = terminal('me@example.com\r');
  expect(await readSecret('address', input, screen)).toBe('me@example.com');
  expect(stripVTControlCharacters(screen.read()).trim()).toBe('E-mail address: me@example.com');
});
