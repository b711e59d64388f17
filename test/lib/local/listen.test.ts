import { createServer } from 'node:net';
import { afterEach, expect, test } from '@jest/globals';
import { listen } from '../../../lib/local/listen.ts';

const server = createServer();
const other = createServer();

afterEach(() => {
  server.close();
  other.close();
});

test('it listens on the loopback interface; a port in use is an error', async () => {
  const port = await listen(server, 0, 'PORT');
  expect(server.address()).toMatchObject({ address: '127.0.0.1', port });
  await expect(listen(other, port, 'PORT')).rejects.toThrow(
    `Port ${port} is in use. Set PORT to another one.`,
  );
});

test('an address of another machine is an error', async () => {
  await expect(listen(server, 0, 'PORT', '203.0.113.1')).rejects.toThrow(
    '203.0.113.1 is not an address of this machine.',
  );
});
