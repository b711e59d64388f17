import { expect, test } from '@jest/globals';
import { accountSuite } from '../../../support/account-functions.ts';

const suite = accountSuite();

test('a key is rotated once, and its successor only after its end', async () => {
  const { id: key } = await suite.openWithKey();
  const rotate = (key: string) => suite.call('rotate-key', { key, body: { grace_seconds: 3_600 } });
  const successor = (await rotate(key)).json.item.id;
  const expectRefusal = async (key: string, detail: RegExp) =>
    expect(await rotate(key)).toMatchObject({
      status: 409,
      json: { detail: expect.stringMatching(detail) },
    });
  await expectRefusal(key, /^The key has already been rotated\.$/);
  await expectRefusal(successor, /^The previous key is still active\./);
  await suite.call('revoke-key', { key });
  await expectRefusal(key, /^The key is revoked\. Create a new one\.$/);
  expect((await rotate(successor)).status).toBe(201);
});
