import { expect, test } from '@jest/globals';
import { Sha256 } from '../../../functions/cold-start/checksum.ts';

const hex = async (hash: Sha256): Promise<string> =>
  Buffer.from(await hash.digest()).toString('hex');

test('hashes as FIPS 180-4 has it', async () => {
  const hash = new Sha256();
  hash.update('a');
  hash.update(Buffer.from('bc'));
  expect(await hex(hash)).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
});

test.each(['Jefe', Buffer.from('Jefe')])(
  'signs as RFC 4231 has it, by a secret %p',
  async (secret) => {
    const hash = new Sha256(secret);
    hash.update('what do ya want for nothing?');
    expect(await hex(hash)).toBe(
      '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843',
    );
  },
);
